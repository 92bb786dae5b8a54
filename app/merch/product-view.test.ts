import { describe, expect, it } from 'vitest';
import { chosenColour, chosenSize, photosOf, sizeChips, stockState } from './product-view.ts';

const image = (imgUrl: string, colorId: number | null, order: number) => ({ imgUrl, colorId, order });
const images = [image('tag', null, 4), image('red-2', 1, 1), image('red', 1, 0), image('blue', 2, 2)];
const dictionary = ['XS', 'S', 'M', 'L', '2XL', 'A4', 'A3'].map((name, at) => ({ id: at + 1, name }));
const size = (name: string) => {
  const found = dictionary.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const red = { id: 1, name: 'Красный', hex: '#C2334D' };
const blue = { id: 2, name: 'Синий', hex: '#2B4C7E' };
const user = {
  userId: '',
  userName: 'a',
  givenName: null,
  surName: null,
  patronymic: null,
  hideFullName: false,
  userType: [],
  avatar: null,
  banner: null,
  about: null,
  accent: null,
  pattern: null,
  video: null,
  insLink: null,
  tgLink: null,
  fbLink: null,
  youtubeLink: null,
  twitchLink: null,
  twitterLink: null,
  webLink: null,
  order: 0,
  orderMerchant: 0,
  confirmed: true,
  hasProducts: true,
  hasPosts: false,
  projectId: '',
};
const shirt = {
  id: '',
  name: '',
  price: 1,
  images,
  categoryId: 1,
  categoryName: '',
  description: '',
  user,
  sizeId: size('M').id,
  size: size('M'),
  sizes: [size('S'), size('L')],
  isActive: true,
  isTop: false,
  stock: 1,
  colorId: blue.id,
  color: blue,
  colors: [red, blue],
};

describe('the view of a product', () => {
  it('shows the pictures of the chosen colour first, then those without a colour', () => {
    expect(photosOf(images, 1)).toEqual(['red', 'red-2', 'tag']);
    expect(photosOf(images, 2)).toEqual(['blue', 'tag']);
    expect(photosOf(images, 9)).toEqual(['red', 'red-2', 'blue', 'tag']);
    expect(photosOf([], 1)).toEqual([]);
  });

  it('takes the colour in the address, else the preselected one; never one that is not offered', () => {
    expect(chosenColour(shirt, new URLSearchParams('color=1'))).toBe(red);
    expect(chosenColour(shirt, new URLSearchParams('color=7'))).toBe(blue);
    expect(chosenColour({ ...shirt, colors: [] }, new URLSearchParams('color=1'))).toBeNull();
  });

  it('does not guess a size when there are several', () => {
    expect(chosenSize(shirt, new URLSearchParams())).toBeNull();
    expect(chosenSize(shirt, new URLSearchParams('size=4'))?.name).toBe('L');
    expect(chosenSize(shirt, new URLSearchParams('size=3'))).toBeNull();
    expect(chosenSize({ ...shirt, sizes: [size('A4')] }, new URLSearchParams())?.name).toBe('A4');
  });

  it('lists missing sizes of clothes, and no others', () => {
    const chips = (sizes: typeof dictionary) =>
      sizeChips({ ...shirt, sizes }, dictionary).map(({ name, isOffered }) => (isOffered ? name : `-${name}`));
    expect(chips([size('S'), size('L')])).toEqual(['-XS', 'S', '-M', 'L', '-2XL']);
    expect(chips([size('A3')])).toEqual(['A3']);
    expect(chips([])).toEqual([]);
    expect(chips([{ id: 99, name: 'Детский' }])).toEqual(['Детский']);
  });

  it('says when few or no pieces are left', () => {
    expect([null, 0, -1, 1, 5, 6].map(stockState)).toEqual(['toOrder', 'none', 'none', 'few', 'few', 'plenty']);
  });
});
