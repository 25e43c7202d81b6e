import { expect, it } from "vitest";
import { linkFor } from "./links";

const at = (address: string): URL => new URL(address);

it("never hands out an address that means another device there, where the server has a better one", () => {
  const seated = { link: "/t/k3#key", addresses: ["http://192.168.1.5:8000"] };
  for (const address of ["http://127.0.0.1:8000", "http://localhost:8000", "http://[::1]:8000", "http://127.1.2.3:80"]) {
    expect(linkFor(seated, at(address))).toEqual({ link: "http://192.168.1.5:8000/t/k3#key", reach: "network" });
    expect(linkFor({ ...seated, addresses: [] }, at(address)).reach).toBe("device");
  }
  for (const address of ["http://192.168.1.5:8000", "https://play.example", "http://localhost.example", "http://12.7.0.1"]) {
    expect(linkFor(seated, at(address))).toEqual({ link: `${at(address).origin}/t/k3#key`, reach: "all" });
  }
});
