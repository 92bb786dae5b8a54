import { createHmac, hkdfSync } from 'node:crypto';
import { secretsIn } from '#base/config/secrets.server.ts';

/** The policy of answers that are not pages: opened directly, they load and run nothing and cannot be framed. */
export const policyOfData = "default-src 'none'; frame-ancestors 'none'";

export interface CspOptions {
  /** One or several secrets (`secretsIn`). All processes have the same, so that a page has the same nonce on each. */
  readonly secret: string;
  /** Origins of an external picture store. */
  readonly imageOrigins?: readonly string[];
  /** Other origins that the browser may call: the payment provider, the map's tiles. */
  readonly connectOrigins?: readonly string[];
  /** Origins of scripts and frames of external services: the map. */
  readonly scriptOrigins?: readonly string[];
  /** Origins of their style sheets. */
  readonly styleOrigins?: readonly string[];
  /** Origins of the analytics counter, which widgets do not load. */
  readonly counter?: {
    readonly scripts: readonly string[];
    readonly images: readonly string[];
    readonly connects: readonly string[];
    readonly frames: readonly string[];
  };
  /** Allows `eval`, which the maps service needs. */
  readonly scriptEval?: boolean;
  /** Allows inline styles and WebSockets for Vite's client. */
  readonly development?: boolean;
  /** The pages, by path, that another origin may frame as well. Default: none. */
  readonly framed?: { readonly path: string; readonly by: string };
  readonly https?: boolean;
  /** Extends HSTS to all subdomains. */
  readonly httpsBelow?: boolean;
}

type Header = readonly [name: string, value: string];

export interface Csp {
  /** Stands for the nonce while a page is rendered; it cannot be guessed. */
  readonly placeholder: string;
  /**
   * Replaces the placeholder by the nonce. The nonce is derived from the page's content, so that a page has the same nonce when it is
   * cached, revalidated or rendered by another process, and injected content changes it.
   */
  seal(html: string): { readonly html: string; readonly nonce: string };
  /**
   * The security headers of a page. `widget`: it may be framed by the site, and its address has a key that no other site may see. `path`: of a
   * page that `framed` may name.
   */
  headers(page: { readonly nonce?: string; readonly widget: boolean; readonly path?: string }): readonly Header[];
}

/** Creates the content security policy of pages and the headers that belong to it. */
export function createCsp(options: CspOptions): Csp {
  // Derived, because the secret itself must sign nothing.
  const key = Buffer.from(hkdfSync('sha256', secretsIn(options.secret)[0], '', 'opora nonces of pages', 32));
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const placeholder = `nonce-${hmac('the place of the nonce').slice(0, 32)}`;
  const images = (options.imageOrigins ?? []).join(' ');
  const connects = (options.connectOrigins ?? []).join(' ');
  const scripts = (options.scriptOrigins ?? []).join(' ');
  const styles = (options.styleOrigins ?? []).join(' ');

  const framerOf = (path: string | undefined) =>
    path !== undefined && path === options.framed?.path ? options.framed.by : null;

  function policy(nonce: string | undefined, widget: boolean, framer: string | null): string {
    const inline = nonce === undefined ? '' : ` 'nonce-${nonce}'`;
    const counted = (kind: 'scripts' | 'images' | 'connects' | 'frames') =>
      widget || options.counter === undefined ? '' : ` ${options.counter[kind].join(' ')}`;
    const style = `${options.development ? "'self' 'unsafe-inline'" : `'self'${inline}`} ${styles}`.trim();
    const directives = [
      "default-src 'self'",
      `script-src 'self'${inline} ${scripts}${counted('scripts')}${options.scriptEval ? " 'unsafe-eval'" : ''}`,
      "script-src-attr 'none'",
      `style-src ${style}`,
      `style-src-elem ${style}`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: blob: ${images}${counted('images')}`,
      `connect-src 'self' ${connects}${counted('connects')}${options.development ? ' ws: wss:' : ''}`,
      "font-src 'self'",
      "media-src 'self' data: blob:",
      "worker-src 'self' blob:",
      `frame-src 'self' ${scripts}${counted('frames')}`,
      `frame-ancestors ${framer ?? (widget ? "'self'" : "'none'")}`,
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
    headers: ({ nonce, widget, path }) => [
      ['Content-Security-Policy', policy(nonce, widget, framerOf(path))],
      ['Referrer-Policy', widget ? 'no-referrer' : 'strict-origin-when-cross-origin'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      [
        'Permissions-Policy',
        'camera=(), microphone=(), geolocation=(self), payment=(self), usb=(), browsing-topics=()',
      ],
      ...(widget || framerOf(path) !== null ? [] : [['X-Frame-Options', 'DENY'] as const]),
      ...(options.https
        ? [['Strict-Transport-Security', `max-age=31536000${options.httpsBelow ? '; includeSubDomains' : ''}`] as const]
        : []),
    ],
  };
}
