import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

/**
 * Whether `header` (`t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`, any number of `v1`) signs exactly these bytes with
 * one of the secrets, at most five minutes before or after `now` (milliseconds). The digests are compared in constant
 * time.
 */
export function isSigned(body: Buffer, header: unknown, secrets: readonly string[], now: number): boolean {
  if (typeof header !== 'string' || header.length > 2_000) return false;
  const parts = header.split(',').map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2));
  const [time] = times;
  if (time === undefined || times.length > 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest());
  return parts.some((part) => {
    const given = /^v1=([0-9a-fA-F]{64})$/.exec(part)?.[1];
    if (given === undefined) return false;
    const digest = Buffer.from(given, 'hex');
    return expected.some((one) => timingSafeEqual(digest, one));
  });
}
