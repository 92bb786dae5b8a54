import { describe, expect, it } from 'vitest';
import { changedSearch, marketQuery, marketView } from './market-address.ts';

const viewOf = (search: string, page = 1) => marketView(new URLSearchParams(search), page);

describe('the address of the market', () => {
  it('becomes the query of the server', () => {
    const view = viewOf('category=3&creator=dilnoza&order=dear&search=%20худи%20', 2);
    expect(marketQuery(view, '0190a000-0000-7000-8000-000000000000')).toEqual({
      Skip: 9,
      Take: 9,
      CategoryId: 3,
      UserId: '0190a000-0000-7000-8000-000000000000',
      ProductPriceAsc: false,
      Name: 'худи',
    });
    expect(marketQuery(viewOf('order=cheap'), null)).toEqual({ Skip: 0, Take: 9, ProductPriceAsc: true });
  });

  it('ignores invalid values', () => {
    for (const search of [
      'category=0',
      'category=-1',
      'category=1.5',
      'category=x',
      'category=99999999999',
      'order=up',
    ])
      expect(marketQuery(viewOf(search), null), search).toEqual({ Skip: 0, Take: 9 });
    expect(marketQuery(viewOf(`search=${'я'.repeat(300)}`), null)).toMatchObject({ Name: 'я'.repeat(100) });
    expect(marketQuery(viewOf('', 1e15), null).Skip).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  it('starts at the first page after another choice', () => {
    const params = new URLSearchParams('page=4&category=3&search=мяч');
    expect(changedSearch(params, { category: '5' })).toBe(new URLSearchParams('category=5&search=мяч').toString());
    expect(changedSearch(params, { category: null, search: null })).toBe('');
  });
});
