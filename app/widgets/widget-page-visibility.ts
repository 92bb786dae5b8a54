interface ObsDetail {
  readonly visible?: boolean;
  readonly active?: boolean;
}

function detailOf(event: Event): ObsDetail {
  if (!(event instanceof CustomEvent)) return {};
  const detail: unknown = event.detail;
  return typeof detail === 'object' && detail !== null ? detail : {};
}

/** Whether this page runs as a browser source of OBS, where viewers see whatever stands on it. */
export function isInObs(): boolean {
  return 'obsstudio' in window;
}

/**
 * Whether viewers can see the page: in OBS whether its source is in the scene that is on air, in a browser whether its tab is in front.
 * `changed` is called when that changes; answers what to ask and how to stop.
 */
export function watchVisibility(changed: () => void, until: AbortSignal): () => boolean {
  let obsVisible = true;
  let obsActive: boolean | null = null;
  const listen = { signal: until };
  const hearVisible = (event: Event) => {
    obsVisible = detailOf(event).visible ?? obsVisible;
    changed();
  };
  const hearActive = (event: Event) => {
    obsActive = detailOf(event).active ?? obsActive;
    changed();
  };
  window.addEventListener('obsSourceVisibleChanged', hearVisible, listen);
  window.addEventListener('obsSourceActiveChanged', hearActive, listen);
  document.addEventListener('visibilitychange', changed, listen);
  return () => document.visibilityState === 'visible' && (obsActive ?? obsVisible);
}
