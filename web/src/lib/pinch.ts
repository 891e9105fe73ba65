/** Two fingers that move apart or together. */

import type { Attachment } from "svelte/attachments";

interface Middle {
  clientX: number;
  clientY: number;
}

function apart(touches: TouchList): number {
  const [a, b] = [touches[0]!, touches[1]!];
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

/** Calls back with the growth since the last call and the point between the fingers. */
export function pinch(grow: (factor: number, middle: Middle) => void): Attachment<HTMLElement> {
  return (element) => {
    let before = 0;
    const start = (event: TouchEvent): void => {
      before = event.touches.length === 2 ? apart(event.touches) : 0;
    };
    const move = (event: TouchEvent): void => {
      if (event.touches.length !== 2 || !before) return;
      event.preventDefault();
      const now = apart(event.touches);
      const [a, b] = [event.touches[0]!, event.touches[1]!];
      grow(now / before, {
        clientX: (a.clientX + b.clientX) / 2,
        clientY: (a.clientY + b.clientY) / 2,
      });
      before = now;
    };
    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", move, { passive: false });
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
    };
  };
}
