import { z } from 'zod';
import { get, nothing, page, paging, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { searchText } from '#base/calls/text-wire.ts';
import { rankingChanged } from './creator-failures.ts';
import { isCreatorTypeId } from './creator-types.ts';

const notRanked = 10_000;

/** A place in a ranking, the smallest first. */
const place = z
  .int()
  .min(0)
  .max(notRanked)
  .meta({ description: `${notRanked} means not ranked` });

const typeId = z.int().refine(isCreatorTypeId, { error: 'Такого типа автора нет' });

/** A search text, compared literally; surrounding spaces are ignored. */
const search = searchText().max(100);

/**
 * A creator as public calls show him: confirmed values only. The three names are null if he hides his full name. `userType`: ids of his
 * types; `avatar` and `banner`: picture names; `accent`: the colour of his page, `#rrggbb`; `pattern`: the number of his
 * ikat, null: by his user name; `video`: the address of his pinned video; `order`, `orderMerchant`: 10000 means not ranked; `confirmed`: the verified mark;
 * `projectId`: the project of his donations (docs/rules.md#creators).
 */
export const user = z
  .object({
    userId: wireId,
    userName: z.string(),
    givenName: z.string().nullable(),
    surName: z.string().nullable(),
    patronymic: z.string().nullable(),
    hideFullName: z.boolean(),
    userType: z.array(z.int()),
    avatar: z.string().nullable(),
    banner: z.string().nullable(),
    about: z.string().nullable(),
    accent: z.string().nullable(),
    pattern: z.int().nullable(),
    video: z.string().nullable(),
    insLink: z.string().nullable(),
    tgLink: z.string().nullable(),
    fbLink: z.string().nullable(),
    youtubeLink: z.string().nullable(),
    twitchLink: z.string().nullable(),
    twitterLink: z.string().nullable(),
    webLink: z.string().nullable(),
    order: z.int(),
    orderMerchant: z.int(),
    confirmed: z.boolean(),
    hasProducts: z.boolean(),
    hasPosts: z.boolean(),
    projectId: wireId,
  })
  .meta({ id: 'User' });

/** A creator with what makes the stage of a page the creator's own; `displayName` obeys `HideFullName`. */
export const stagedCreator = z.object({
  userId: wireId,
  userName: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
  banner: z.string().nullable(),
  accent: z.string().nullable(),
  pattern: z.int().nullable(),
});

/** A public creator on the wire. */
export type User = z.output<typeof user>;

/**
 * A creator as the calls for the page show him. `videoTitle`, `videoPicture`: the title and the picture's name of the pinned video, null as
 * long as its site has not named them (docs/rules.md#pinned-videos). `isSharing`: a stream together runs on the page, as `Joint/Get` says
 * (docs/rules.md#joint-streams).
 */
export const pageUser = user
  .extend({ videoTitle: z.string().nullable(), videoPicture: z.string().nullable(), isSharing: z.boolean() })
  .meta({ id: 'PageUser' });

/** A creator on the wire of the page. */
export type PageUser = z.output<typeof pageUser>;

const ranking = z.strictObject({
  items: z.array(z.strictObject({ userId: wireId, order: place })).max(notRanked),
  version: z.string().max(64).optional(),
});

export const creatorsCalls = {
  /** The public creator of a user name in any case. 404 if unknown or blocked (docs/rules.md#creators). */
  getByName: get('User/GetByName', {
    summary: 'A public creator by user name',
    access: 'guest',
    query: z.object({ userName: z.string().trim().min(1).max(100) }),
    answer: pageUser,
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /** The public creator of an id. 404 if unknown or blocked (docs/rules.md#creators). */
  get: get('User/Get', {
    summary: 'A public creator by id',
    access: 'guest',
    query: z.object({ userId: wireId }),
    answer: pageUser,
    errors: [failures.notFound],
    cacheSeconds: 5,
  }),
  /**
   * Creators with a confirmed type: ranked first (by `order`, with `IsMerch` by `orderMerchant`), then newest. `Search` is matched
   * literally within user names and, unless hidden, full names; one or two letters match beginnings of words; case, ё/е and Latin or
   * Cyrillic script make no difference. `hasProducts=false`: only those without products. `userType`: the id of one type
   * (docs/rules.md#creators; pages of 10).
   */
  list: get('User/List', {
    summary: 'The list of creators',
    access: 'guest',
    query: z.object({
      ...paging(10),
      Search: search.optional(),
      hasProducts: z.boolean().optional(),
      IsMerch: z.boolean().optional(),
      userType: typeId.optional(),
    }),
    answer: page(user),
    errors: [],
    cacheSeconds: 5,
  }),
  /**
   * The current ranking, first place first, with blocked creators; `IsMerch`: that of creators with merchandise. A change sends `version`
   * back, so that no one overwrites another change unknowingly.
   */
  ranking: get('User/Ranking', {
    summary: 'The ranking of creators',
    access: 'moderator',
    query: z.object({ IsMerch: z.boolean().default(false) }),
    answer: z.object({
      version: z.string(),
      items: z.array(
        z.object({
          userId: wireId,
          userName: z.string(),
          displayName: z.string(),
          avatar: z.string().nullable(),
          order: z.int(),
          isBlocked: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  /**
   * Replaces the whole ranking in one step; creators left out become 10000. Unknown or repeated ids and places: 400. `version`: that of
   * the ranking that was read, without one what this session was last shown: 409 `RankingChanged` if somebody has changed it since (docs/rules.md#ranking).
   */
  createUserOrderList: post('User/CreateUserOrderList', {
    summary: 'Replace the ranking of creators',
    access: 'moderator',
    body: ranking,
    answer: nothing,
    errors: [rankingChanged],
    audited: true,
  }),
  /** The same for the ranking of creators with merchandise (`orderMerchant`). */
  createUserOrderMerchantList: post('User/CreateUserOrderMerchantList', {
    summary: 'Replace the ranking of creators with merchandise',
    access: 'moderator',
    body: ranking,
    answer: nothing,
    errors: [rankingChanged],
    audited: true,
  }),
  /**
   * Moves one creator to a place; those between the old and the new place move by one. 10000 removes him from the ranking. Unknown: 404.
   */
  createUserOrder: post('User/CreateUserOrder', {
    summary: 'Put a creator at a place of the ranking',
    access: 'moderator',
    query: z.object({ userId: wireId, order: place }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
  /** The same for the ranking of creators with merchandise (`orderMerchant`). */
  createUserOrderMerchant: post('User/CreateUserOrderMerchant', {
    summary: 'Put a creator at a place of the merchandise ranking',
    access: 'moderator',
    query: z.object({ userId: wireId, order: place }),
    answer: nothing,
    errors: [failures.notFound],
    audited: true,
  }),
};
