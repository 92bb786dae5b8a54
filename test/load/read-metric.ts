/** A figure of a server's metrics. */
export async function readMetric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server has no metric ${name}`);
  return Number(value);
}

/** The resident memory of a server in megabytes. */
export async function readMemory(url: string): Promise<number> {
  return (await readMetric(url, 'process_resident_memory_bytes')) / 1_048_576;
}
