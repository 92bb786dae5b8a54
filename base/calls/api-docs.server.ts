import { createHash } from 'node:crypto';
import type { openApiDocument } from './openapi.server.ts';

type Document = ReturnType<typeof openApiDocument>;

const styles = `
:root{color-scheme:light dark;--line:light-dark(#e3dcd1,#3a3437);--ink:light-dark(#1c1917,#f4efea);--paper:light-dark(#fbf8f3,#151214);--accent:light-dark(#c2334d,#ea6b80)}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:60rem;padding:2rem 1rem}
h1{margin:0}h2{margin:2.5rem 0 .5rem}details{border-bottom:1px solid var(--line)}summary{padding:.6rem 0;cursor:pointer;display:flex;gap:.75rem;flex-wrap:wrap}
b{color:var(--accent);min-width:4.5rem}code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid var(--line);border-radius:12px}
.words{white-space:pre-line}a{color:var(--accent)}small{opacity:.75}table{border-collapse:collapse}td{padding:.2rem 1rem .2rem 0;vertical-align:top}`;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const jsonBlock = (title: string, value: unknown) =>
  `<p>${title}</p><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function operationSection(path: string, method: string, operation: unknown): string {
  if (!isRecord(operation)) return '';
  const { summary, description, parameters, requestBody, responses } = operation;
  const access = String(operation['x-access']);
  const parts = [
    `<p class="words">${escapeHtml(String(description))}</p>`,
    Array.isArray(parameters) && parameters.length > 0 ? jsonBlock('Parameters', parameters) : '',
    requestBody === undefined ? '' : jsonBlock('Body', requestBody),
    jsonBlock('Answers', responses),
  ];
  return `<details><summary><b>${method.toUpperCase()}</b><code>${escapeHtml(path)}</code><small>${escapeHtml(String(summary))} · ${escapeHtml(access)}</small></summary>${parts.join('')}</details>`;
}

/** Lists the named schemas. */
function shapesSection(schemas: Readonly<Record<string, unknown>>): string {
  const shapes = Object.entries(schemas).map(
    ([name, schema]) =>
      `<details><summary><code>${escapeHtml(name)}</code></summary>${jsonBlock('Schema', schema)}</details>`,
  );
  return `<h2>Shapes</h2>${shapes.join('')}`;
}

function areaOf(path: string): string {
  return path.split('/')[2] ?? '';
}

/** Renders the API document as one page without scripts, with a policy that allows only its style sheet. */
export function apiDocsPage(document: Document): { html: string; policy: string } {
  const areas = Map.groupBy(Object.entries(document.paths), ([path]) => areaOf(path));
  const sections = [...areas].map(([area, paths]) => {
    const calls = paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationSection(path, method, operation)),
    );
    const about = document.tags.find(({ name }) => name === area)?.description ?? '';
    return `<h2>${escapeHtml(area)}</h2><p>${escapeHtml(about)}</p>${calls.join('')}`;
  });
  const hash = createHash('sha256').update(styles).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(document.info.title)} API</title><style>${styles}</style></head><body><h1>${escapeHtml(document.info.title)} API</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi})</p>${sections.join('')}${shapesSection(document.components.schemas)}</body></html>`,
  };
}
