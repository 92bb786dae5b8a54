import type { QueryResultRow } from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { countPeopleBut, readAllUsers } from '#app/creators/all-users-store.server.ts';
import { insertCreator, updateCreator } from '#app/creators/creators-store.server.ts';
import { readCreators } from '#app/creators/list/creator-list-store.server.ts';
import { readPlace, readRanking } from '#app/creators/ranking/ranking-store.server.ts';
import { readPickUps } from '#app/delivery/delivery-store.server.ts';
import { findReceived, readCounted, readReceivedWhole } from '#app/donations/lists/donation-reports-store.server.ts';
import { insertPerson, peopleOfStaff } from '#app/identity/people-store.server.ts';
import { openAccount } from '#app/ledger/ledger-store.server.ts';
import { readFound as readFoundProducts, readProducts } from '#app/merch/catalogue/product-list-store.server.ts';
import { readFound as readFoundOrders, readPage } from '#app/orders/list/order-list-store.server.ts';
import { readPayments } from '#app/payments/overview/payment-overview-store.server.ts';
import { insertPayment, type NewPaymentRow } from '#app/payments/settling/payments-store.server.ts';
import { findTaxCodes } from '#app/payments/tax/tax-codes-store.server.ts';
import { readUsersByState } from '#app/profile/review/profile-store.server.ts';
import { readAudit } from '#app/staff/audit/audit-store.server.ts';
import { controlQueue } from '#app/widgets/queue/alert-control-store.server.ts';
import { readQueue } from '#app/widgets/queue/alert-queue-store.server.ts';
import { readAlerts } from '#app/widgets/queue/alert-row-store.server.ts';
import type { Database, Queryable, Tx } from '#base/db/db.server.ts';
import { findTexts } from '../../../operation/person/all-texts.ts';
import { readOpenBusiness } from '../../../operation/person/open-business.ts';
import { placeOf } from './place.ts';

const anybody = '00000000-0000-4000-8000-000000000000';
const first = { skip: 0, take: 10 };
const far = { skip: 2_000, take: 10 };
const payment: NewPaymentRow = {
  kind: 'donation',
  reference: anybody,
  system: 'gateway',
  providerId: 'one',
  amount: 1,
  currency: 'UZS',
  expiresAt: new Date(),
  lines: [],
  taxItem: null,
};

/** Gets the place that runs a statement, and its text. */
type Note = (place: string, text: string) => void;

/** Notes each composed statement that is run. */
function noted<Connection extends Queryable>(connection: Connection, note: Note): Connection {
  const { execute } = connection;
  return Object.assign(connection, {
    execute<Row extends QueryResultRow>(query: Sql) {
      note(placeOf(new Error('here')), query.text);
      return execute<Row>(query);
    },
  });
}

/** Makes a creator who has received a donation. */
async function makeCreator(tx: Tx): Promise<{ userId: string; projectId: string }> {
  const person = {
    phone: '998900000009',
    passwordHash: null,
    role: 'user',
    isConfirmed: true,
    createdAt: null,
  } as const;
  const userId = await insertPerson(tx, person);
  const accountId = await openAccount(tx, userId, 'UZS');
  const { projectId } = await insertCreator(tx, { userId, accountId, userName: 'someone', createdAt: null });
  await tx.execute(sql`insert into project_total values (${projectId}, 1, 1, 1)`);
  return { userId, projectId };
}

async function readLists(db: Queryable): Promise<void> {
  for (const page of [first, far]) {
    await readCreators(db, {}, { ...page, ranking: 'order_place' });
    await readAllUsers(db, { among: [], type: 1, isBlocked: true }, { ...page, ranking: 'order_place' });
    await readProducts(db, {}, { ...page, audience: 'buyers', priceOrder: null });
    await readPage(db, { number: '1' }, page);
    await readPage(db, { userName: 'a', userId: anybody }, page);
    await readPayments(db, { state: 'paid', from: null, to: null, ...page }, 0);
    await readAudit(db, { words: [], people: [], userId: null }, page);
    await readUsersByState(db, { state: 'Awaiting', among: null, ...page });
    await readUsersByState(db, { state: 'Awaiting', among: sql`select user_id from creator`, ...page });
  }
  await countPeopleBut(db, peopleOfStaff);
  await readCreators(db, { search: 'someone' }, { ...first, ranking: 'order_place' });
  await readProducts(db, { search: 'a word' }, { ...first, audience: 'buyers', priceOrder: 'up' });
  await readFoundProducts(db, { search: 'a word' }, { ...first, audience: 'buyers', priceOrder: null });
  await readFoundOrders(db, { search: 'a word' }, first);
  await readAudit(db, { words: ['word'], people: [], userId: null }, first);
  await readAudit(db, { words: ['two', 'words'], people: [], userId: null }, first);
  await findTaxCodes(db, '10305', 8);
  await findTaxCodes(db, 'a word', 8);
  await readPickUps(db, { country: 'uz' });
  await readRanking(db, 'order_place');
  await readPlace(db, 'order_place', anybody);
}

async function runAlerts(tx: Tx, projectId: string): Promise<void> {
  await controlQueue(tx, { projectId, action: 'skip', alertIds: [anybody, projectId] });
  await readQueue(tx, projectId);
  await readAlerts(tx, sql`true`);
}

/** Runs each statement that is composed when it is run, on an empty database. */
export async function runComposed(database: Database, note: Note): Promise<void> {
  const db = noted(database, note);
  await db.transaction(async (plain) => {
    const tx = noted(plain, note);
    const { userId, projectId } = await makeCreator(tx);
    await updateCreator(tx, userId, { about: '' });
    await runAlerts(tx, projectId);
    const received = { projectId, period: { from: null, to: null }, search: 'a' };
    await findReceived(tx, { ...received, ...far });
    await readCounted(tx, { projectId, search: 'a', first: 1, last: 1 }, far);
    for await (const _ of readReceivedWhole(tx, received));
    await readOpenBusiness(tx, { userId, projectId, phone: '', userName: '', traces: [] });
    await insertPayment(tx, payment, { insert: 'select $1::jsonb', row: {} });
  });
  await readLists(db);
  await findTexts(db, []);
}
