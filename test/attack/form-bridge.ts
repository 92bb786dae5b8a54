import type { IncomingHttpHeaders } from 'node:http';
import type { Sample } from './samples.ts';

/** A request on its way to the server. */
interface Bridged {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const bridgePath = /^\/attack\/(GET|POST|PUT|DELETE)(\/api\/[^?]*)/;

/** Every text, number and truth value in a body, with its path: `items.0.productId`. */
function leavesOf(value: unknown, path: string): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

const inputOf = (name: string, text: string) =>
  `<input type="text" name="${escapeHtml(name)}" value="${escapeHtml(text)}">`;

/** A field's name says what it was, so that numbers become numbers again. */
function formOf({ call, target, query, body }: Sample): string {
  const path = target.split('?', 1)[0] ?? '';
  const leaves = body === undefined ? [] : leavesOf(body, '');
  const inputs = [
    ...query.map(([name, text]) => inputOf(`q.${name}`, text)),
    ...leaves.map(([name, leaf]) =>
      typeof leaf === 'string' ? inputOf(`text.${name}`, leaf) : inputOf(`json.${name}`, JSON.stringify(leaf)),
    ),
  ];
  return `<form method="post" action="/attack/${call.method}${escapeHtml(path)}">${inputs.join('')}<input type="submit"></form>`;
}

/** A page with a link or a form for each call: crawlers know nothing of JSON. */
export function pageOfCalls(samples: readonly Sample[]): string {
  const entries = samples.map((sample) =>
    sample.call.method === 'GET'
      ? `<p><a href="${escapeHtml(sample.target)}">${escapeHtml(sample.call.name)}</a></p>`
      : formOf(sample),
  );
  return `<!doctype html><html lang="en"><title>Calls</title><body>${entries.join('\n')}</body></html>`;
}

/** What was a number stays one as long as it looks like one. */
function readLeaf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function put(into: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (rest.length === 0) {
    into[step] = value;
    return;
  }
  const known = into[step];
  const inner = typeof known === 'object' && known !== null ? { ...known } : {};
  put(inner, rest, value);
  into[step] = inner;
}

/** Objects whose members are counted from 0 were lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** A form of `pageOfCalls`, filled in and sent, as the call that it stands for; null: the request is none. */
export function bridgeForm(request: Bridged): Bridged | null {
  const [, method, target = ''] = bridgePath.exec(request.target) ?? [];
  if (method === undefined) return null;
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(request.body.toString('utf8'))) {
    const [kind, ...path] = name.split('.');
    if (kind === 'q') query.append(path.join('.'), text);
    else if (kind === 'text') put(body, path, text);
    else if (kind === 'json') put(body, path, readLeaf(text));
  }
  const hasBody = Object.keys(body).length > 0;
  const search = query.size > 0 ? `?${query}` : '';
  const { 'content-type': _, ...headers } = request.headers;
  return {
    method,
    target: `${target}${search}`,
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    body: Buffer.from(hasBody ? JSON.stringify(withLists(body)) : ''),
  };
}
