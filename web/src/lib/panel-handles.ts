import { getContext, setContext } from "svelte";

/** The handles that lie over a panel, in the upper right corner. */
export interface PanelHandles {
  element: HTMLElement | undefined;
  /** They lie over a choice, so they are hidden. */
  covering: boolean;
}

const KEY = Symbol("panel handles");

export function provideHandles(handles: PanelHandles): void {
  setContext(KEY, handles);
}

/** Those of the panel in which a component lies, if it lies in one. */
export function surroundingHandles(): PanelHandles | undefined {
  return getContext<PanelHandles | undefined>(KEY);
}
