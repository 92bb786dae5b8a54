import { createHash } from 'node:crypto';
import type { Locale } from '#base/text/locales.ts';
import { escaped } from '../files/preview-fonts.server.ts';
import { embedWords } from './embed-words.server.ts';

/** Values for the browser's storage, as JSON by key. */
export interface StoredTexts {
  /** Of the tab alone. */
  readonly session: Readonly<Record<string, string>>;
  /** Of the browser. */
  readonly local: Readonly<Record<string, string>>;
}

// A browser that refuses storage still opens the page.
const script = `var carried=document.querySelector('output').dataset;
try{for(var place of ['session','local'])for(var [key,text] of Object.entries(JSON.parse(carried[place])))window[place+'Storage'].setItem(key,text)}catch{}
location.replace(carried.to)`;

const scriptHash = createHash('sha256').update(script).digest('base64');

/**
 * A page of this site that stores what was typed in a frame and opens the creator's page: neither an address nor a log
 * carries a message.
 */
export function embedCarry(texts: StoredTexts, { to, lang }: { to: string; lang: Locale }) {
  const { session, local } = texts;
  const data = `data-session="${escaped(JSON.stringify(session))}" data-local="${escaped(JSON.stringify(local))}"`;
  const act = embedWords.support[lang];
  const head = `<meta charset="utf-8"><meta name="robots" content="noindex"><title>${act}</title>`;
  return {
    html: `<!doctype html><html lang="${lang}"><head>${head}</head><body><output ${data} data-to="${escaped(to)}"></output><noscript><a href="${escaped(to)}">${act}</a></noscript><script>${script}</script></body></html>`,
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${scriptHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  };
}
