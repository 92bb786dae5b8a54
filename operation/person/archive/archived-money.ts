import sql from 'sql-template-tag';
import { type ArchivedField, type ArchivedFile, byId, field, money } from './archived-file.ts';

/** What a donation has decided, the same for whoever gave and whoever got it. */
const choices: Record<string, ArchivedField> = {
  voteId: field('(select c.vote_id from vote_choice c where c.donation_id = t.id)', 'vote that it answers'),
  voteOption: field(
    `(select o.text from vote_choice c join vote_option o on o.vote_id = c.vote_id and o.number = c.number where c.donation_id = t.id)`,
    'text of the option',
  ),
  votes: field('(select c.votes from vote_choice c where c.donation_id = t.id)', 'votes that count; null: none do'),
  targetId: field(
    '(select c.target_id from target_choice c where c.donation_id = t.id)',
    'target that it is given for',
  ),
  rewardId: field('(select c.reward_id from reward_choice c where c.donation_id = t.id)', 'reward that it takes'),
  rewardGivenAt: field(
    '(select c.given_at from reward_choice c where c.donation_id = t.id)',
    'when the creator marked it as given',
  ),
  clockSeconds: field(
    '(select c.seconds from clock_donation c where c.donation_id = t.id)',
    'seconds that it added to a stream',
  ),
};

const receipts = field(
  `array(select f.qr_url from payment p join payment_fiscal_receipt f on f.payment_id = p.id where p.reference = t.id order by f.registered_at)`,
  'addresses of the fiscal receipts',
);

/** Donations, accounts, payouts, and history from other services. */
export const archivedMoney: Record<string, ArchivedFile> = {
  'donations/received.jsonl': {
    table: 'donation',
    own: ({ projectId }) => sql`t.project_id = ${projectId} and t.number is not null`,
    key: [{ from: 't.number', type: 'bigint' }],
    holds: 'paid donations to the creator, the oldest first; who gave anonymously has no name',
    fields: {
      id: field('t.id', 'id of the donation'),
      number: field('t.number', 'number among the donations of the creator'),
      paidAt: field('t.paid_at', 'when it was paid'),
      isAnonymous: field('t.is_anonymous', 'whether it was given anonymously'),
      name: field('case when t.is_anonymous then null else t.name end', 'name of the donor'),
      message: field('t.message', 'message'),
      amount: money('t.amount', 'sum; of a shared donation the part of the creator'),
      whole: money('t.joint_amount', 'all that was given where it is shared, less what went back; null: it is not'),
      jointId: field('t.joint_id', 'stream together that shares it, id in `joint/streams.jsonl`'),
      commission: money('t.commission', 'commission of the site'),
      refunded: money('t.refunded', 'part that went back while the rest stayed paid'),
      refundedAt: field('t.refunded_at', 'when all of it went back'),
      thankedAt: field('t.thanked_at', 'when the creator thanked'),
      membershipId: field('t.membership_id', 'membership whose month it pays'),
      membershipMonth: field('t.membership_month', 'number of that month'),
      giftedMonths: field('t.gifted_months', 'months that it gives to others'),
      giftedPieces: field('t.gifted_pieces', 'pieces of merch that it gives to viewers'),
      giftedProduct: field('t.gifted_product', 'name of their product then'),
      ...choices,
    },
  },
  'donations/given.jsonl': {
    table: 'donation',
    own: ({ userId }) => sql`t.donor_id = ${userId} and t.number is not null and t.joint_of is null`,
    key: [
      { from: 't.paid_at', type: 'timestamptz' },
      { from: 't.id', type: 'uuid' },
    ],
    join: 'left join project j on j.id = t.project_id left join creator c on c.user_id = j.user_id',
    holds: 'donations that the person gave while logged in, the oldest first',
    fields: {
      id: field('t.id', 'id of the donation'),
      paidAt: field('t.paid_at', 'when it was paid'),
      creator: field('c.user_name', 'user name of the creator'),
      isAnonymous: field('t.is_anonymous', 'whether it was given anonymously'),
      name: field('t.name', 'name under which it was given'),
      message: field('t.message', 'message'),
      firstMessage: field('t.first_message', 'message before it was reworded'),
      amount: money('coalesce(t.joint_amount, t.amount)', 'sum, with the parts of all creators'),
      refunded: money(
        `case when t.joint_id is null then t.refunded else t.refunded + (
          select coalesce(sum(p.refunded + case when p.joint_amount > t.joint_amount then p.amount else 0 end), 0)
          from donation p where p.joint_of = t.id)::bigint end`,
        'part that went back while the rest stayed paid',
      ),
      refundedAt: field('t.refunded_at', 'when all of it went back'),
      membershipId: field('t.membership_id', 'membership whose month it pays'),
      membershipMonth: field('t.membership_month', 'number of that month'),
      giftedMonths: field('t.gifted_months', 'months that it gives to others'),
      giftedPieces: field('t.gifted_pieces', 'pieces of merch that it gives to viewers'),
      giftedProduct: field('t.gifted_product', 'name of their product then'),
      jointId: field('t.joint_id', 'stream together that shares it: `joint/given.jsonl` says how'),
      ...choices,
      receipts,
    },
  },
  'donations/donors.jsonl': {
    table: 'donor_total',
    own: ({ projectId }) => sql`t.project_id = ${projectId} and t.count > 0`,
    key: [{ from: 't.donor_key', type: 'text' }],
    holds: 'sums of the donors of the creator; all anonymous ones are one line without a name',
    fields: {
      name: field('t.name', 'name in the list of donors'),
      amount: money('t.amount', 'sum of the donations'),
      count: field('t.count', 'number of the donations'),
    },
  },
  'donations/alerts.jsonl': {
    table: 'alert',
    own: ({ projectId }) => sql`t.project_id = ${projectId}`,
    key: [{ from: 't.number', type: 'bigint' }],
    holds: 'alerts of the stream',
    fields: {
      number: field('t.number', 'place in the queue'),
      donationId: field('t.pay_id', 'id in `donations/received.jsonl`'),
      isTest: field('t.is_test', 'whether it was a test'),
      state: field('t.state', 'what became of it'),
      queuedAt: field('t.queued_at', 'when it came into the queue'),
      playedAt: field('t.playing_at', 'when the stream began to show it'),
      endedAt: field('t.ended_at', 'when it was over'),
    },
  },
  'imports/files.jsonl': {
    table: 'donation_import',
    key: byId,
    holds: 'files of other services that were imported',
    fields: {
      id: field('t.id', 'id of the import'),
      source: field('t.source', 'service'),
      fileName: field('t.file_name', 'name of the file'),
      count: field('t.count', 'donations that it brought'),
      importedAt: field('t.created_at', 'when it was imported'),
    },
  },
  'imports/donations.jsonl': {
    table: 'imported_donation',
    key: [
      { from: 't.given_at', type: 'timestamptz' },
      { from: 't.id', type: 'uuid' },
    ],
    holds: 'donations of other services, which never were money here',
    fields: {
      importId: field('t.import_id', 'id in `imports/files.jsonl`'),
      name: field('t.name', 'name of the donor'),
      message: field('t.message', 'message'),
      amount: money('t.amount', 'sum'),
      currency: field('t.currency', 'its currency; null: that of the site'),
      givenAt: field('t.given_at', 'when it was given'),
    },
  },
  'imports/shown.jsonl': {
    table: 'imported_total',
    key: [{ from: 't.project_id', type: 'uuid' }],
    holds: 'whether the page shows that history',
    fields: {
      count: field('t.count', 'donations of all imports'),
      isPublic: field('t.is_public', 'whether the page shows them'),
    },
  },
  'money/accounts.jsonl': {
    table: 'account',
    key: byId,
    holds: 'accounts for money',
    fields: {
      id: field('t.id', 'id of the account'),
      name: field('t.name', 'its name'),
      balance: money('t.balance', 'balance'),
      isActive: field('t.is_active', 'whether it is used'),
      openedAt: field('t.created_at', 'when it was opened'),
    },
  },
  'money/ledger.jsonl': {
    table: 'entry',
    own: ({ userId }) => sql`t.account_id = any (array(select a.id from account a where a.person_id = ${userId}))`,
    join: 'join posting p on p.id = t.posting_id',
    key: [
      { from: 't.account_id', type: 'uuid' },
      { from: 't.posting_id', type: 'uuid' },
    ],
    holds: 'all movements of the accounts, which add up to their balances',
    fields: {
      postingId: field('t.posting_id', 'id of the posting'),
      accountId: field('t.account_id', 'id in `money/accounts.jsonl`'),
      at: field('p.created_at', 'when it was booked'),
      kind: field('p.kind', 'what for'),
      reference: field(
        'p.reference',
        'id of the donation, order, refund or payout; of a refunded part of a shared donation an id of its own',
      ),
      amount: money('t.amount', 'sum; below zero: it left the account'),
    },
  },
  'money/payouts.jsonl': {
    table: 'payout',
    key: byId,
    holds: 'payouts',
    fields: {
      id: field('t.id', 'id of the payout'),
      accountId: field('t.account_id', 'id in `money/accounts.jsonl`'),
      amount: money('t.amount', 'sum'),
      card: field('t.card_mask', 'card, masked'),
      state: field('t.state', 'what became of it'),
      reason: field('t.reason', 'why it was refused'),
      bankReference: field('t.bank_reference', 'reference of the bank'),
      actYear: field('t.act_year', 'year of its act'),
      actNumber: field('t.act_number', 'number of its act in that year'),
      requestedAt: field('t.created_at', 'when it was asked for'),
      decidedAt: field('t.decided_at', 'when it was decided'),
    },
  },
};
