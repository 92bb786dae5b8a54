/** Names without a public meaning: reserved ones, and those that are common in private networks. */
const innerEnds =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|invalid|onion)$/;

/** Whether a name of a host, in lower case and without trailing dots, means the same host everywhere. Says nothing of IP addresses. */
export function isPublicName(host: string): boolean {
  return host.includes('.') && !innerEnds.test(host);
}
