import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSigned } from './gateway-signature.server.ts';

const now = Date.parse('2026-05-05T12:00:00Z');
const seconds = now / 1000;
const secret = 'the secret of these tests';
const body = Buffer.from('{"status":"paid"}');

const digestOf = (time: number | string, of = secret, signed = body) =>
  createHmac('sha256', of).update(`${time}.`).update(signed).digest('hex');

const isTaken = (header: unknown, secrets: readonly string[] = [secret], at = now) =>
  isSigned(body, header, secrets, at);

it('accepts exactly the signed bytes, with any of the secrets', () => {
  const header = `t=${seconds},v1=${digestOf(seconds)}`;
  expect(isTaken(header)).toBe(true);
  expect(isTaken(header, ['a new secret', secret])).toBe(true);
  expect(isTaken(header, ['a new secret'])).toBe(false);
  expect(isTaken(header, [])).toBe(false);
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(body);
      changed[at] = (changed[at] ?? 0) ^ by;
      expect(isSigned(changed, header, [secret], now)).toBe(false);
    }),
  );
});

it('accepts a time five minutes before or after, and not a second more', () => {
  for (const off of [-300, 0, 300]) {
    expect(isTaken(`t=${seconds + off},v1=${digestOf(seconds + off)}`), `${off}`).toBe(true);
  }
  for (const off of [-301, 301, -3600, 86_400]) {
    expect(isTaken(`t=${seconds + off},v1=${digestOf(seconds + off)}`), `${off}`).toBe(false);
  }
});

it('accepts one valid signature among others, with spaces, in capital letters', () => {
  const right = digestOf(seconds);
  const other = digestOf(seconds, 'the secret of yesterday');
  expect(isTaken(`t=${seconds},v1=${other},v1=${right}`)).toBe(true);
  expect(isTaken(`v1=${right}, t=${seconds}`)).toBe(true);
  expect(isTaken(`t=${seconds}, v1=${right.toUpperCase()} `)).toBe(true);
  expect(isTaken(`t=${seconds},v0=${other},v1=${right}`)).toBe(true);
  expect(isTaken(`t=${seconds},v1=${other}`)).toBe(false);
});

it('refuses any other form', () => {
  const right = digestOf(seconds);
  const signedEmpty = digestOf('');
  for (const wrong of [
    undefined,
    null,
    12,
    ['t=1', 'v1=2'],
    [`t=${seconds},v1=${right}`],
    '',
    `v1=${right}`,
    `t=${seconds}`,
    `t=,v1=${signedEmpty}`,
    `t=${seconds},t=${seconds},v1=${right}`,
    `t=${seconds},v1=${right}00`,
    `t=${seconds},v1=00${right}`,
    `t=${seconds},v1=${right.slice(2)}`,
    `t=${seconds},v0=${right}`,
    `t=${seconds},xv1=${right}`,
    `t=${seconds},v1=${right}g`,
    `xt=${seconds},v1=${right}`,
  ]) {
    expect(isTaken(wrong), String(wrong)).toBe(false);
  }
  for (const time of [`${seconds}.5`, `${seconds}x`, `x${seconds}`, `+${seconds}`, `00${'0'.repeat(12)}${seconds}`]) {
    expect(isTaken(`t=${time},v1=${digestOf(time)}`), time).toBe(false);
  }
});

it('refuses headers over 2,000 characters', () => {
  const padded = (length: number) => {
    const header = `t=${seconds},v1=${digestOf(seconds)},`;
    return header + 'x'.repeat(length - header.length);
  };
  expect(isTaken(padded(2_000))).toBe(true);
  expect(isTaken(padded(2_001))).toBe(false);
});
