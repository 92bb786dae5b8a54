import { z } from 'zod';
import { del, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { searchText, seenText } from '#base/calls/text-wire.ts';
import { normalisePhone } from '#base/text/phone.ts';
import { deliveryRatesCalls } from './delivery-rates.calls.ts';

/** Ids of regions and pickup points are PostgreSQL integers. */
const id = z.int().min(1).max(2_147_483_647);

const text = (length: number) => seenText().max(length, { error: `Максимальная длинна текста ${length} символов` });

const required = (length: number) => text(length).min(1, { error: 'Заполните поле' });

const optional = (length: number) =>
  text(length)
    .nullish()
    .transform((value) => value || null);

/** Reduced to its digits; an empty text is null. */
const phone = z
  .string()
  .max(40)
  .transform(normalisePhone)
  .pipe(z.string().regex(/^(\d{5,15})?$/, { error: 'Введите номер телефона цифрами' }))
  .nullish()
  .transform((value) => value || null);

/** A first-level part of the country. */
const region = z.object({ id: z.int(), name: z.string() }).meta({ id: 'Region' });

/** A region on the wire. */
export type Region = z.output<typeof region>;

/**
 * A place where orders are handed out (docs/rules.md#delivery). Coordinates in degrees (WGS 84); `phone`: digits
 * only; `workingHours`, `comment`: plain text or null. An inactive point is not offered, but stays for orders that refer to it.
 */
export const pickUpPoint = z
  .object({
    id: z.int(),
    name: z.string(),
    regionId: z.int(),
    regionName: z.string(),
    address: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    phone: z.string().nullable(),
    workingHours: z.string().nullable(),
    comment: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'PickUpPoint' });

/** A pickup point on the wire. */
export type PickUpPoint = z.output<typeof pickUpPoint>;

/** The values of a point that moderators edit; the handler checks that region and place are the country's. */
const written = {
  name: required(120),
  regionId: id,
  address: required(300),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  phone,
  workingHours: optional(200),
  comment: optional(500),
  isActive: z.boolean().optional(),
};

/** A found place as a feature of the public geocoder format; `coordinates`: longitude, latitude in degrees. */
const placeFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    name: z.string(),
    /** The containing places, from the country down. */
    description: z.string(),
    GeocoderMetaData: z.object({
      kind: z.enum(['province', 'area', 'locality', 'district', 'street', 'metro', 'airport', 'railway', 'other']),
      /** The whole address in one line. */
      text: z.string(),
      precision: z.enum(['exact', 'street', 'other']),
    }),
  }),
});

/** The answer of a geocoder, ours or the external one. */
const placeCollection = z.object({
  type: z.literal('FeatureCollection'),
  properties: z.object({
    ResponseMetaData: z.object({ SearchResponse: z.object({ found: z.int(), display: z.literal('multiple') }) }),
  }),
  features: z.array(placeFeature),
});

export const deliveryCalls = {
  ...deliveryRatesCalls,
  /** The regions of the country, in its own order (docs/rules.md#delivery). */
  regions: get('Region', {
    summary: 'The regions of the country',
    access: 'guest',
    answer: z.array(region),
    errors: [],
    cacheSeconds: 300,
  }),
  /**
   * Pickup points by region, then name: all of them, a map needs all. `IsActive`: only those in that state; without it, both.
   * `search`: words of name, address or the region's name (docs/rules.md#searches).
   */
  pickUps: get('PickUp', {
    summary: 'Pickup points',
    access: 'guest',
    query: z.object({ IsActive: z.boolean().optional(), search: searchText().max(100).optional() }),
    answer: z.object({ items: z.array(pickUpPoint), count: z.int().nonnegative() }),
    errors: [],
    cacheSeconds: 30,
  }),
  /** One pickup point, also a closed one, since old orders refer to it. Unknown: 404 (docs/rules.md#delivery). */
  pickUp: get('PickUp/{id}', {
    summary: 'One pickup point',
    access: 'guest',
    params: z.object({ id }),
    answer: pickUpPoint,
    errors: [failures.notFound],
    cacheSeconds: 30,
  }),
  /**
   * Adds a point, active unless said otherwise. 400 with the field at fault if the region is not the country's or the place lies
   * outside its box. Answers the point (docs/rules.md#delivery).
   */
  createPickUp: post('PickUp', {
    summary: 'Add a pickup point',
    access: 'moderator',
    body: z.strictObject(written),
    answer: pickUpPoint,
    errors: [],
    audited: true,
  }),
  /** Replaces a point's values; without `isActive` its state stays. The rules are those of adding. Unknown: 404. */
  updatePickUp: put('PickUp', {
    summary: 'Change a pickup point',
    access: 'moderator',
    body: z.strictObject({ id, ...written }),
    answer: pickUpPoint,
    errors: [failures.notFound],
    audited: true,
  }),
  /** Deletes a point. One that orders refer to is only made inactive, and `isDeleted` is false (docs/rules.md#delivery). */
  deletePickUp: del('PickUp', {
    summary: 'Delete a pickup point, or close it where orders refer to it',
    access: 'moderator',
    query: z.object({ id }),
    answer: z.object({ isDeleted: z.boolean() }),
    errors: [failures.notFound],
    audited: true,
  }),
  /** Opens or closes a point; the same state again changes nothing (docs/rules.md#delivery). */
  changePickUpState: post('PickUp/state', {
    summary: 'Open or close a pickup point',
    access: 'moderator',
    query: z.object({ id, isActive: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /**
   * Places of the country by text, in the public format of the maps service: `bbox` is `west,south~east,north` in degrees and can only
   * narrow the country's own box; `results`: at most 5 (docs/rules.md#page-sizes); `lang` such as `ru_RU`, also `uz_UZ` and
   * `en_US`. Typing errors and either script are understood; a street number typed behind a street stays.
   */
  searchPlaces: get('Geo/Search', {
    summary: 'Search for an address or place of the country',
    access: 'guest',
    query: z.object({
      text: searchText().min(1, { error: 'Заполните поле' }).max(200),
      bbox: z.string().max(120).optional(),
      results: z.int().min(1).max(5).default(5),
      lang: z.string().max(10).default('ru_RU'),
    }),
    answer: placeCollection,
    errors: [],
  }),
};
