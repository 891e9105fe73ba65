/** The browser's tab: its title and its icon say how many games wait for me. */

import { settings } from "./settings.svelte.ts";

const SIZE = 64;

class Tab {
  /** What the page is called. */
  title = $state("Sandtable");
  /** Tables where I have to choose, but for the one that is shown. */
  waiting = $state(0);

  /** The whole title, with the number of games that wait. */
  get text(): string {
    return this.shown ? `(${this.shown}) ${this.title}` : this.title;
  }

  get shown(): number {
    return settings.tab ? this.waiting : 0;
  }
}

export const browserTab = new Tab();

/** The number asked for last: the icon loads slowly enough for another one to come meanwhile. */
let badge = 0;

/** Draw the number of waiting games over the icon; 0 takes it away. */
export function showBadge(count: number): void {
  badge = count;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  if (count === 0) {
    setIcon(link, "/icon.svg", "image/svg+xml");
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = SIZE;
    const context = canvas.getContext("2d");
    if (!context || badge !== count) return;
    context.drawImage(image, 0, 0, SIZE, SIZE);
    context.beginPath();
    context.arc(SIZE * 0.7, SIZE * 0.7, SIZE * 0.3, 0, 2 * Math.PI);
    context.fillStyle = "#b3261e";
    context.fill();
    context.fillStyle = "#fff";
    context.font = `bold ${SIZE * 0.45}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(count > 9 ? "9+" : String(count), SIZE * 0.7, SIZE * 0.73);
    setIcon(link, canvas.toDataURL("image/png"), "image/png");
  };
  image.src = "/icon.svg";
}

function setIcon(link: HTMLLinkElement, href: string, type: string): void {
  if (link.getAttribute("href") === href) return;
  link.type = type;
  link.href = href;
}
