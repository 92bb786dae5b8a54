import { isAdminPath } from '#app/identity/guarded-paths.ts';

/** Query parameters about the page or the source of the visit, not about the visitor. */
const harmless =
  /^(?:page|tab|view|category|creator|order|type|products|status|state|price|take|period|lang|utm_\w+|fbclid|gclid|yclid|ysclid|_openstat)$/;
/** Values that contain a phone (also with spaces, dashes or parentheses in it), an e-mail or a long text are cut from such parameters, too. */
const harmlessValue = /^(?!.*\d{7})(?!.*(?:\d[\s()+-]*){9})[^@]{0,120}$/;
/** Paths that end with the id of a payment or an order. */
const numbered = /^\/(thanks|order)\/.+/;
const uncounted = /^\/(?:widgets|embed|telegram)(?:\/|$)/;

/** An address without secrets and personal data. */
export interface CountedAddress {
  readonly url: string;
  /** Whether nothing was cut, so that the counter may also read the address itself, as session recording does. */
  readonly isWhole: boolean;
}

/** Whether visits of a path are counted: not those of staff and widgets, nor a launch, whose fragment has what Telegram has signed. */
export function isCountedPath(pathname: string): boolean {
  return !isAdminPath(pathname) && !uncounted.test(pathname);
}

/** Cuts everything that is not known to be harmless: keys, proofs, codes, phones, ids of payments, typed words. */
export function countedAddress({ origin, pathname, searchParams }: URL): CountedAddress {
  const given = [...searchParams];
  const harmlessOnes = given.filter(
    ([name, value]) => harmless.test(name) && (name.endsWith('clid') || harmlessValue.test(value)),
  );
  const search = new URLSearchParams(harmlessOnes).toString();
  const path = pathname.replace(numbered, '/$1');
  return {
    url: `${origin}${path}${search === '' ? '' : `?${search}`}`,
    isWhole: path === pathname && harmlessOnes.length === given.length,
  };
}

/** The referrer without secrets; of another site only the path. */
export function countedReferrer(referrer: string, own: string): string {
  if (!URL.canParse(referrer)) return '';
  const address = new URL(referrer);
  return address.origin === own ? countedAddress(address).url : `${address.origin}${address.pathname}`;
}
