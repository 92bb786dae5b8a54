import { type DataStrategyResult, replace } from 'react-router';
import { networkFailureCode } from '#base/calls/call-client.ts';
import type { CallFailure } from '#base/calls/errors.ts';
import { shownView } from './shown-view.ts';

/** Loaded with the guards, because it is needed when there is no network. */
const loadingNotice = import('./stayed-notice.tsx').catch(() => null);

/** A navigation, as the router describes it to a middleware. */
export interface Navigation {
  readonly url: URL;
  /** Its signal reports that another navigation has begun. */
  readonly request: Pick<Request, 'signal'>;
}

/** Where the router is led back to. The view stands there with what was typed, so nothing is loaded. */
let backTo: string | null = null;

const addressOf = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => `${pathname}${search}`;

/** Whether a navigation only leads back to the view that stands there. */
export function isReturn(url: URL): boolean {
  const isIt = backTo === addressOf(url) && backTo === shownView().address;
  backTo = null;
  return isIt;
}

/** How far back or forth in the history the browser has gone already; 0 if it has not. */
function wentBy(url: URL): number {
  const { address, index } = shownView();
  if (addressOf(url) === address || addressOf(url) !== addressOf(window.location)) return 0;
  return window.history.state?.idx - index || 0;
}

/** Cancels a navigation: the view that is shown stays as it is. */
export async function stay({ url, request }: Navigation): Promise<Record<string, DataStrategyResult>> {
  const { address, hash } = shownView();
  if (request.signal.aborted || addressOf(url) === address) return {};
  const distance = wentBy(url);
  backTo = address;
  if (distance === 0) throw replace(`${address}${hash}`);
  window.history.go(-distance);
  await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
  return {};
}

/** Tells the visitor that the own data could not be loaded, and offers to try again. */
export function sayTrouble(url: URL, failure: CallFailure): void {
  const isHere = addressOf(url) === shownView().address;
  const retry = isHere ? null : wentBy(url) || `${addressOf(url)}${url.hash}`;
  const isOffline = failure.code === networkFailureCode;
  void loadingNotice.then((part) => part?.showNotice({ retry, isOffline }));
}

/** Takes the notice away. */
export function takeNoticeAway(): void {
  void loadingNotice.then((part) => part?.hideNotice());
}
