interface ObsDetail {
  readonly visible?: boolean;
  readonly active?: boolean;
}

function detailOf(event: Event): ObsDetail {
  if (!(event instanceof CustomEvent)) return {};
  const detail: unknown = event.detail;
  return typeof detail === 'object' && detail !== null ? detail : {};
}

/** Whether this page runs as a browser source of OBS, where viewers see everything on it. */
export function isInObs(): boolean {
  return 'obsstudio' in window;
}

/**
 * Watches whether viewers can see the page: in OBS whether its source is in the scene on air, in a browser whether its tab is in front.
 * Calls `changed` when that changes. Returns a function that reads the present state.
 */
export function watchVisibility(changed: () => void, until: AbortSignal): () => boolean {
  let obsVisible = true;
  let obsActive: boolean | null = null;
  const listen = { signal: until };
  const onVisible = (event: Event) => {
    obsVisible = detailOf(event).visible ?? obsVisible;
    changed();
  };
  const onActive = (event: Event) => {
    obsActive = detailOf(event).active ?? obsActive;
    changed();
  };
  window.addEventListener('obsSourceVisibleChanged', onVisible, listen);
  window.addEventListener('obsSourceActiveChanged', onActive, listen);
  document.addEventListener('visibilitychange', changed, listen);
  return () => document.visibilityState === 'visible' && (obsActive ?? obsVisible);
}
