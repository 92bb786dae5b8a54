import { z } from 'zod';

/** A number written with digits only: an empty space, `1e3` and `0x10` are none. */
export const decimal = (least: number, most: number) =>
  z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

/** The same without a fraction. */
export const integer = (least: number, most: number) => decimal(least, most).pipe(z.int());

/** A text without spaces. */
export const word = () => z.string().regex(/^\S+$/);

export const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
export const addressForm = 'an address that begins with https:// or http://';

/** An address of a host alone, as a browser's location bar shows it. */
export const siteAddress = address.refine((url) => {
  const { pathname, search, hash, username, password } = new URL(url);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '') && !/[?#@]/.test(url);
});
export const siteAddressForm = 'an address that begins with https:// or http://, without a path, a query or a login';

/** Where pictures are stored: the bucket is the host, the endpoint of another store than Amazon's a parameter. */
export const bucketAddress = z.string().refine((text) => {
  const url = URL.parse(text);
  const endpoint = url?.searchParams.get('endpoint') ?? 'https://s3.amazonaws.com';
  const isEndpoint = /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '');
  return url?.protocol === 's3:' && url.hostname !== '' && url.username === '' && isEndpoint;
});

/** The name that an SMS comes from. */
export const smsName = () => z.string().regex(/^(?:\d{1,15}|[\w.-][\w .-]{0,10})$/);
export const smsNameForm = 'a number of at most 15 digits, or a name of at most 11 letters and digits';
