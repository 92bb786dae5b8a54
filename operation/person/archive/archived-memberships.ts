import sql from 'sql-template-tag';
import { type ArchivedFile, byId, field, money } from './archived-file.ts';

const creatorOf =
  '(select c.user_name from project j join creator c on c.user_id = j.user_id where j.id = t.project_id)';

const terms = {
  id: field('t.id', 'id of the membership'),
  levelId: field('t.level_id', 'level; null: a sum of their own'),
  amount: money('t.amount', 'sum of a month'),
  isAnonymous: field('t.is_anonymous', 'whether it is given anonymously'),
  state: field('t.state', 'state'),
  months: field('t.months', 'paid months'),
  paidSum: money('t.paid_sum', 'sum of them'),
  since: field('t.since', 'when it began'),
  lastPaidAt: field('t.last_paid_at', 'when a month was paid last'),
  paidUntil: field('t.paid_until', 'until when it is paid'),
  endedAt: field('t.ended_at', 'when it ended'),
  giftedAmount: money('t.gifted_amount', 'price of its gifted month'),
  giftedUntil: field('t.gifted_until', 'until when it is a gift'),
};

/** Monthly support, given and received, and posts. */
export const archivedMemberships: Record<string, ArchivedFile> = {
  'memberships/levels.jsonl': {
    table: 'membership_level',
    key: byId,
    holds: 'levels of monthly support that the creator offers',
    fields: {
      id: field('t.id', 'id of the level'),
      name: field('t.name', 'name'),
      amount: money('t.amount', 'sum of a month'),
      words: field('t.words', 'text'),
      benefits: field('t.benefits', 'what it gives'),
      picture: field('t.picture', 'name of its picture in `pictures/`'),
      link: field('t.link', 'link for members'),
      place: field('t.place', 'place in the list'),
      discountPercent: field('t.discount_percent', 'what it takes off the merch'),
      createdAt: field('t.created_at', 'when it was made'),
      removedAt: field('t.removed_at', 'when it was removed'),
    },
  },
  'memberships/members.jsonl': {
    table: 'membership',
    own: ({ projectId }) => sql`t.project_id = ${projectId} and t.since is not null`,
    key: [
      { from: 't.since', type: 'timestamptz' },
      { from: 't.id', type: 'uuid' },
    ],
    holds: 'members of the creator; who gives anonymously has no name',
    fields: { ...terms, name: field('case when t.is_anonymous then null else t.name end', 'name of the member') },
  },
  'memberships/given.jsonl': {
    table: 'membership',
    own: ({ userId }) => sql`t.person_id = ${userId}`,
    key: byId,
    holds: 'monthly support that the person gives',
    fields: {
      ...terms,
      creator: field(creatorOf, 'user name of the creator'),
      name: field('t.name', 'name under which it is given'),
      card: field('t.card_mask', 'card, masked'),
    },
  },
  'memberships/given-months.jsonl': {
    table: 'membership_charge',
    key: [
      { from: 't.membership_id', type: 'uuid' },
      { from: 't.month', type: 'bigint' },
    ],
    holds: 'months of that support',
    fields: {
      membershipId: field('t.membership_id', 'id in `memberships/given.jsonl`'),
      month: field('t.month', 'number of the month'),
      donationId: field('t.donation_id', 'id in `donations/given.jsonl`'),
      amount: money('t.amount', 'sum'),
      state: field('t.state', 'what became of it'),
      paidAt: field('t.paid_at', 'when it was paid'),
      refunded: money('t.refunded', 'what went back'),
    },
  },
  'memberships/gifts-given.jsonl': {
    table: 'gifted_months',
    own: ({ userId }) => sql`t.person_id = ${userId} and t.opened_at is not null`,
    key: [
      { from: 't.opened_at', type: 'timestamptz' },
      { from: 't.id', type: 'uuid' },
    ],
    holds: 'months that the person gave to others',
    fields: {
      id: field('t.id', 'id of the gift'),
      creator: field(creatorOf, 'user name of the creator'),
      levelId: field('t.level_id', 'level'),
      receiver: field('t.receiver', '`Chat` or `Friend`'),
      price: money('t.price', 'price of a month'),
      months: field('t.months', 'number of months'),
      taken: field('t.taken', 'how many were taken'),
      openedAt: field('t.opened_at', 'when it was paid'),
      endedAt: field('t.ended_at', 'when it was over'),
    },
  },
  'memberships/gifts-received.jsonl': {
    table: 'gifted_months',
    own: ({ projectId }) => sql`t.project_id = ${projectId} and t.opened_at is not null`,
    key: byId,
    holds: 'months of the creator that were given to others',
    fields: {
      id: field('t.id', 'id of the gift'),
      levelId: field('t.level_id', 'id in `memberships/levels.jsonl`'),
      receiver: field('t.receiver', '`Chat` or `Friend`'),
      price: money('t.price', 'price of a month'),
      months: field('t.months', 'number of months'),
      taken: field('t.taken', 'how many were taken'),
      openedAt: field('t.opened_at', 'when it was paid'),
      endedAt: field('t.ended_at', 'when it was over'),
    },
  },
  'memberships/gift-tickets.jsonl': {
    table: 'gifted_entry',
    key: [
      { from: 't.gift_id', type: 'uuid' },
      { from: 't.ticket', type: 'bytea' },
    ],
    holds: 'tickets of the person for gifted months',
    fields: {
      giftId: field('t.gift_id', 'id of the gift'),
      ticket: field(`encode(t.ticket, 'hex')`, 'ticket'),
      name: field('t.name', 'name under which it was taken'),
      isAnonymous: field('t.is_anonymous', 'whether the name is hidden'),
      enteredAt: field('t.entered_at', 'when it was taken'),
    },
  },
  'memberships/gifts-got.jsonl': {
    table: 'gifted_place',
    key: [
      { from: 't.gift_id', type: 'uuid' },
      { from: 't.place', type: 'bigint' },
    ],
    holds: 'gifted months that the person got',
    fields: {
      giftId: field('t.gift_id', 'id of the gift'),
      membershipId: field('t.membership_id', 'id in `memberships/given.jsonl`'),
      name: field('t.name', 'name under which it was got'),
      gotAt: field('t.given_at', 'when'),
    },
  },
  'memberships/muted.jsonl': {
    table: 'membership_mute',
    key: [{ from: 't.project_id', type: 'uuid' }],
    holds: 'creators whose messages the person does not want',
    fields: {
      creator: field(creatorOf, 'user name of the creator'),
      mutedAt: field('t.created_at', 'when'),
    },
  },
  'memberships/messages.jsonl': {
    table: 'membership_message',
    key: byId,
    holds: 'messages that the creator wrote to members',
    fields: {
      id: field('t.id', 'id of the message'),
      levelId: field('t.level_id', 'level; null: all members'),
      text: field('t.text', 'text'),
      readers: field('t.readers', 'how many members it went to'),
      writtenAt: field('t.created_at', 'when'),
      removedAt: field('t.removed_at', 'when a moderator removed it'),
    },
  },
  'posts/posts.jsonl': {
    table: 'post',
    key: byId,
    holds: 'posts, drafts too',
    fields: {
      id: field('t.id', 'id of the post'),
      title: field('t.title', 'title'),
      teaser: field('t.teaser', 'what everybody sees of it'),
      text: field('t.text', 'text'),
      pictures: field('t.pictures', 'names of its pictures in `pictures/`'),
      video: field('t.video', 'address of its video'),
      audience: field('t.audience', 'who may read it'),
      levelId: field('t.level_id', 'level from which on'),
      createdAt: field('t.created_at', 'when it was made'),
      publishedAt: field('t.published_at', 'when it was published; null: a draft'),
      removedAt: field('t.removed_at', 'when a moderator removed it'),
      removedFor: field('t.removed_reason', 'why'),
    },
  },
  'posts/audio.jsonl': {
    table: 'post_audio',
    key: [{ from: 't.name', type: 'text' }],
    holds: 'audio of posts, each in `audio/` under its name',
    fields: {
      name: field('t.name', 'name of the file without its ending'),
      postId: field('t.post_id', 'id in `posts/posts.jsonl`'),
      type: field('t.media_type', 'media type'),
      seconds: field('t.seconds', 'length'),
      bytes: field('t.bytes', 'size'),
      uploadedAt: field('t.created_at', 'when it was uploaded'),
    },
  },
};
