import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { offline } from "./offline/offline.svelte";
import { followKeyboard } from "./play/screen";

followKeyboard();
mount(App, { target: document.getElementById("app")! });
addEventListener("load", () => void offline.start()); // what the page needs now comes first
