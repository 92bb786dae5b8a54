import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterSave,
  bodyOf,
  emptyForm,
  faultsOf,
  type ProductForm,
  piecesOf,
  serverFaults,
  toggled,
} from './product-form.ts';

const user = {
  userId: '018bcfe5-6800-7000-8000-000000000001',
  userName: 'dilnoza',
  givenName: null,
  surName: null,
  patronymic: null,
  hideFullName: false,
  userType: [],
  avatar: null,
  banner: null,
  about: null,
  insLink: null,
  accent: null,
  pattern: null,
  video: null,
  tgLink: null,
  fbLink: null,
  youtubeLink: null,
  twitchLink: null,
  twitterLink: null,
  webLink: null,
  order: 1,
  orderMerchant: 1,
  confirmed: true,
  hasProducts: true,
  hasPosts: false,
  projectId: '018bcfe5-6800-7000-8000-000000000002',
};
const filled: ProductForm = { ...emptyForm, name: 'Кепка', price: '99 000,50', categoryId: 1, user };

describe('the faults of a form', () => {
  test('an empty form has a fault at each required field', () => {
    const required = 'Заполните поле';
    expect(faultsOf(emptyForm)).toEqual({ name: required, price: required, categoryId: required, userId: required });
    expect(faultsOf(filled)).toEqual({});
  });

  test.each([
    ['0', 'Значение должно превышать 0'],
    ['-5', 'Укажите цену числом, до двух знаков после запятой'],
    ['1e9', 'Укажите цену числом, до двух знаков после запятой'],
    ['10000,005', 'Укажите цену числом, до двух знаков после запятой'],
    ['2000000000', 'Значение не должно превышать 1 000 000 000'],
    ['1234567890123456789', 'Значение не должно превышать 1 000 000 000'],
  ])('a price of %s', (price, fault) => {
    expect(faultsOf({ ...filled, price }).price?.replace(/\s/g, ' ')).toBe(fault);
  });

  test.each([
    ['50,000', 50_000],
    ['1,234.50', 1_234.5],
    ['12.500', 12_500],
  ])('a price written as %s', (price, sum) => {
    expect(bodyOf({ ...filled, price }, null).price).toBe(sum);
  });

  test.each([
    ['', 'Заполните поле'],
    ['1,5', 'Нужно целое число'],
    ['много', 'Нужно целое число'],
    ['5 сум', 'Нужно целое число'],
    ['-3', 'Не меньше 0'],
  ])('a stock of «%s»', (stock, fault) => {
    expect(faultsOf({ ...filled, isToOrder: false, stock }).stock).toBe(fault);
    expect(faultsOf({ ...filled, isToOrder: true, stock })).toEqual({});
  });
});

test('faults found by the server are shown at the field that can mend them', () => {
  expect(serverFaults({ name: 'а', 'images.2.imgUrl': 'б', sizeId: 'в', revision: 'г' })).toEqual({
    name: 'а',
    images: 'б',
    sizeIds: 'в',
  });
});

test('an unchanged stock is not sent, so that a sale meanwhile stays', () => {
  const before = { ...filled, isToOrder: false, stock: '10' };
  expect(bodyOf({ ...before, name: 'Кепка 2' }, before)).not.toHaveProperty('stock');
  expect(bodyOf({ ...before, stock: '12' }, before)).toMatchObject({ stock: 12, price: 99_000.5 });
  expect(bodyOf({ ...before, isToOrder: true }, before)).toMatchObject({ stock: null });
  expect(bodyOf(before, null)).toMatchObject({ stock: 10 });
});

describe('a stock typed during a save', () => {
  const sent = { ...filled, isToOrder: false, stock: '10' };
  const during = (form: ProductForm) => ({ form, faults: {}, stockNow: null });

  test('is compared with the stock that was shown', () => {
    const typed = during({ ...sent, stock: '15' });
    const fault = 'Пока вы редактировали, остаток изменился: сейчас 7';
    expect(afterSave(typed, sent, 7)).toEqual({ ...typed, faults: { stock: fault }, stockNow: 7 });
    expect(afterSave(typed, sent, 10)).toEqual(typed);
    expect(afterSave(typed, { ...sent, stock: '1 000' }, 1000)).toEqual(typed);
  });

  test('stays, also when the product was switched to made to order', () => {
    const switched = during({ ...sent, isToOrder: true });
    expect(afterSave(switched, sent, 7)).toEqual(switched);
    const counted = during({ ...sent, stock: '5' });
    expect(afterSave(counted, { ...sent, isToOrder: true }, null)).toEqual(counted);
  });

  test('is replaced by the current stock when it was not changed', () => {
    const renamed = during({ ...sent, name: 'Кепка 2' });
    expect(afterSave(renamed, sent, 7)).toEqual(during({ ...sent, name: 'Кепка 2', stock: '7' }));
  });
});

test('after any changes the preselected choice is an offered one, and exists while anything is offered', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (steps) => {
      let state: ReturnType<typeof toggled> = { ids: [], first: null };
      for (const id of steps) {
        const had = state.ids.includes(id);
        state = toggled(state.ids, id, state.first);
        expect(state.ids.includes(id)).toBe(!had);
        expect(state.first === null).toBe(state.ids.length === 0);
        if (state.first !== null) expect(state.ids).toContain(state.first);
      }
    }),
  );
});

test('a number may contain spaces and a comma', () => {
  expect(['1 000', ' 7 ', '1,000'].map(piecesOf)).toEqual([1000, 7, 1000]);
  expect(['', 'x', '1e3', '--1', '1,2,3', '5 сум', '2,5'].map(piecesOf)).toEqual(
    Array.from({ length: 7 }, () => Number.NaN),
  );
});
