import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** Two questions to each name server, the second one with twice the time. */
const patience = { timeout: 1_500, tries: 2 };

/**
 * The addresses of a name, IPv4 first. The name server is asked directly: the system's lookup holds one of the few threads for all names
 * of the process until the name's own server answers.
 */
export async function resolveName(name: string, resolver = new Resolver(patience)): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
}
