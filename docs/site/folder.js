// Browsers start no worker from a file. Read from a folder, the search gets its worker from a text instead.
if (location.protocol === "file:") {
  const here = document.currentScript.src.replace(/[^/]*$/, "");
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor() {
      super(URL.createObjectURL(new Blob([window.searchWorker], { type: "text/javascript" })));
    }
  };
  document.write(`<script src="${here}worker.js"><\/script>`);
}
