import { createHmac } from 'node:crypto';

/** The policy of answers that are no pages: opened by themselves they load and run nothing and stand in no frame. */
export const policyOfData = "default-src 'none'; frame-ancestors 'none'";

export interface CspOptions {
  /** Shared by all processes, so that they agree on a page's nonce. */
  readonly secret: string;
  /** Origins of pictures beyond our own, where the store is elsewhere. */
  readonly imageOrigins?: readonly string[];
  /** Origins that the browser may call beyond our own: the payment provider, the map's tiles. */
  readonly connectOrigins?: readonly string[];
  /** Origins of scripts and frames of other services: the map, the analytics counter. */
  readonly scriptOrigins?: readonly string[];
  /** Origins of style sheets of such services. */
  readonly styleOrigins?: readonly string[];
  /** Such a script makes functions of texts, which the maps service asks to be allowed. */
  readonly scriptEval?: boolean;
  /** Vite's client injects styles and opens a socket of its own. */
  readonly development?: boolean;
  readonly https?: boolean;
}

type Header = readonly [name: string, value: string];

export interface Csp {
  /** What stands for the nonce while a page is rendered; nobody outside can guess it. */
  readonly placeholder: string;
  /**
   * Puts the nonce in place. It is derived from the whole page, so a page that is kept, revalidated or made by another process
   * has one and the same nonce, and a page into which something was injected has another.
   */
  seal(html: string): { readonly html: string; readonly nonce: string };
  /** The security headers of a page. `widget`: may stand in a frame, and its address holds a key that no other site may see. */
  headers(page: { readonly nonce?: string; readonly widget: boolean }): readonly Header[];
}

/** The strict content security policy of the pages and the headers that belong to it. */
export function createCsp(options: CspOptions): Csp {
  const hmac = (text: string) => createHmac('sha256', options.secret).update(text).digest('base64url');
  const placeholder = `nonce-${hmac('the place of the nonce').slice(0, 32)}`;
  const images = (options.imageOrigins ?? []).join(' ');
  const connects = (options.connectOrigins ?? []).join(' ');
  const scripts = (options.scriptOrigins ?? []).join(' ');
  const styles = (options.styleOrigins ?? []).join(' ');

  function policy(nonce: string | undefined, widget: boolean): string {
    const inline = nonce === undefined ? '' : ` 'nonce-${nonce}'`;
    const style = `${options.development ? "'self' 'unsafe-inline'" : `'self'${inline}`} ${styles}`.trim();
    const directives = [
      "default-src 'self'",
      `script-src 'self'${inline} ${scripts}${options.scriptEval ? " 'unsafe-eval'" : ''}`,
      "script-src-attr 'none'",
      `style-src ${style}`,
      `style-src-elem ${style}`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: blob: ${images}`,
      `connect-src 'self' ${connects}${options.development ? ' ws: wss:' : ''}`,
      "font-src 'self'",
      "media-src 'self' data: blob:",
      "worker-src 'self' blob:",
      `frame-src 'self' ${scripts}`,
      `frame-ancestors ${widget ? "'self'" : "'none'"}`,
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
    ];
    return directives.map((directive) => directive.trim()).join('; ');
  }

  return {
    placeholder,
    seal(html) {
      const nonce = hmac(html).slice(0, 32);
      return { html: html.replaceAll(placeholder, nonce), nonce };
    },
    headers: ({ nonce, widget }) => [
      ['Content-Security-Policy', policy(nonce, widget)],
      ['Referrer-Policy', widget ? 'no-referrer' : 'strict-origin-when-cross-origin'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      [
        'Permissions-Policy',
        'camera=(), microphone=(), geolocation=(self), payment=(self), usb=(), browsing-topics=()',
      ],
      ...(widget ? [] : [['X-Frame-Options', 'DENY'] as const]),
      ...(options.https ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const] : []),
    ],
  };
}
