/** The headers of a file that the browser saves and no cache stores. `name` in plain letters. */
export function attachment(name: string): Readonly<Record<string, string>> {
  return { 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` };
}
