/** Texts that would run a script if unescaped; `uns4fe` marks these scripts. */
export const hostileTexts = [
  '<script>uns4fe()</script>',
  '</script><script>uns4fe()</script>',
  '"><img src=x onerror=uns4fe()>',
  "'><svg onload=uns4fe()>",
  '</title><body onload=uns4fe()>',
  '<!--<script>uns4fe()</script>-->',
  '<a href="javascript:uns4fe()">uns4fe</a>',
  '" onmouseover="uns4fe()" x="',
  '{{constructor.constructor("uns4fe()")()}}',
  '<iframe srcdoc="<script>uns4fe()</script>">',
  '\u2028</script\u2029><script >uns4fe()</script >',
] as const;

const scripts = [/<script\b[^>]*>\s*uns4fe/i, /<\/script\s*>\s*<script\s*>\s*uns4fe/i];
const tag = /<[a-z][a-z0-9-]*((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)/gi;
const attribute = /([^\s"'<>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+)/g;

function isRunning(name: string, value: string): boolean {
  if (/^on/i.test(name) || /^srcdoc$/i.test(name)) return value.includes('uns4fe');
  return /^(?:href|src|action|formaction|xlink:href)$/i.test(name) && /^["']?\s*(?:javascript|data:text)/i.test(value);
}

/** Finds parts of a page's source that a browser would run. Empty if the page escapes everything. */
export function findRunning(page: string): string[] {
  const found = scripts.flatMap((danger) => page.match(danger)?.[0] ?? []);
  for (const [, attributes = ''] of page.matchAll(tag)) {
    for (const [text, name = '', value = ''] of attributes.matchAll(attribute)) {
      if (isRunning(name, value)) found.push(text);
    }
  }
  return found;
}

/** Finds weaknesses of a page's script policy; empty if it is strict. */
export function findLoosePolicy(policy: string | null): string[] {
  const directives = new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const faults: string[] = [];
  const scripts = directives.get('script-src');
  if (scripts === undefined) faults.push('no script-src');
  for (const loose of ["'unsafe-inline'", "'unsafe-eval'", '*', 'http:', 'https:', 'data:', 'blob:']) {
    if (scripts?.includes(loose)) faults.push(`script-src ${loose}`);
  }
  if (directives.get('object-src')?.[0] !== "'none'") faults.push('object-src');
  if (directives.get('base-uri')?.[0] !== "'none'") faults.push('base-uri');
  return faults;
}

/** Scripts of a page without its nonce. They would not run, so none should be there. */
export function findScriptsWithoutNonce(page: string, policy: string | null): string[] {
  const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
  const inline = page.match(/<script\b(?![^>]*\ssrc=)[^>]*>/gi) ?? [];
  return inline.filter((tag) => nonce === undefined || !tag.includes(`nonce="${nonce}"`));
}
