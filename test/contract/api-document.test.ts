import { afterAll, describe, expect, it } from 'vitest';
import { readApiDocument } from '#test/support/api-document.ts';
import { openShop } from '#test/support/shop-fixture.ts';
import { givePaidTo } from '#test/support/tool-fixture.ts';

const shop = await openShop({ env: { LIMITS: 'on' } });
const document = await readApiDocument(shop.app.url);
afterAll(() => shop.app.close());

describe('the API document', () => {
  it('refers to nothing that it lacks, and each of its schemas can be read by', () => {
    expect(document.brokenRefs).toEqual([]);
    expect(document.schemas.length).toBeGreaterThan(100);
    for (const schema of document.schemas) document.validator(schema);
  });

  it('matches the answers of calls', async () => {
    const { app, seller, staff, product } = shop;
    const productId = await product();
    await shop.bought(seller, [{ productId }]);
    const payId = await givePaidTo(app, seller, { name: 'Аня' });
    const { projectId, userId } = seller;
    const asked = [
      ['GET Config'],
      ['GET PickUp'],
      ['GET Region'],
      ['GET Product/ProductListByCategory'],
      ['GET Product/Product', { productId }],
      ['GET User/Get', { userId }],
      ['GET ProjectPay/Success', { payId }],
      ['GET ProjectPay/Delivery', { payId }],
      ['GET ProjectPay/List', { projectId }],
      ['GET PersonalAccount/Get'],
      ['GET PersonalAccount/GetAccounts'],
      ['GET Donate/My'],
      ['GET Order/GetUserBasket'],
      ['GET Order/Orders'],
      ['GET Widget/Queue'],
      ['GET Moderator/GetUser', { userId }, staff],
      ['GET Moderator/GetProductsList', {}, staff],
      ['GET Moderator/Dashboard', {}, staff],
    ] as const;
    for (const [name, query = {}, { token } = seller] of asked) {
      const answer = await app.request(name, { query }, { token });
      expect([name, answer.status, document.faultOf(name, answer)]).toEqual([name, 200, null]);
    }
  });

  it('describes the refusal of too many donations', async () => {
    const { app, seller } = shop;
    const body = { projectId: seller.projectId, amount: 5_000 };
    const address = '203.0.113.77';
    const give = () => app.request('POST ProjectPay/Create', { body }, { address });
    const answers = await Promise.all(Array.from({ length: 125 }, give));
    const [refused] = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TooManyRequests' } } });
    expect(refused && document.faultOf('POST ProjectPay/Create', refused)).toBe(null);
    const { responses } = document.operation('POST Order/CreateOrderPayment');
    expect([responses['429']?.description, responses['422']?.description]).toEqual([
      'TooManyRequests',
      'IdempotencyMismatch',
    ]);
  });

  it('names the media types of files and the parts of uploads', async () => {
    const { app, seller, staff } = shop;
    for (const [name, { token }] of [
      ['GET Donate/Export', seller],
      ['GET Order/Export', staff],
    ] as const) {
      const { headers } = await app.request(name, {}, { token });
      const [type = ''] = (headers.get('content-type') ?? '').split(';');
      expect(Object.keys(document.operation(name).responses['200']?.content ?? {})).toEqual([type]);
    }
    expect(Object.keys(document.operation('GET Images/').responses['200']?.content ?? {})).toContain('image/avif');
    const form = document.operation('POST Images').requestBody?.content['multipart/form-data']?.schema;
    expect(form).toMatchObject({
      required: ['type', 'file'],
      properties: { name: { type: 'string' }, file: { type: 'string', format: 'binary' }, type: { type: 'string' } },
      additionalProperties: false,
    });
    expect(document.operation('POST Widget/Sounds').requestBody?.content['multipart/form-data']?.schema).toMatchObject({
      required: ['title', 'file'],
    });
  });

  it('has a whole number where the path has one', () => {
    const [id] = document.operation('GET PickUp/{id}').parameters;
    expect(id).toMatchObject({ name: 'id', in: 'path', schema: { type: 'integer', minimum: 1 } });
  });

  it('says which failures any call may answer', () => {
    const { responses } = document.operation('POST PersonalAccount/Update');
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
      '507',
    ]);
    expect(Object.keys(document.operation('GET Region').responses)).toEqual(['200', '400', '500', '503', '507']);
  });
});
