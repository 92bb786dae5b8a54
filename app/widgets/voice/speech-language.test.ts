import { expect, test } from 'vitest';
import { languageOf } from './speech-language.ts';

test.each([
  ['Спасибо за стрим', 'ru', 'ru'],
  ['Спасибо за стрим', 'en', 'ru'],
  ['Стрим үшін рақмет', 'ru', 'kk'],
  ['Стрим учун раҳмат, ўртоқ', 'ru', 'uz'],
  ['Strim uchun rahmat', 'ru', 'uz'],
  ['Oʻzbekiston', 'ru', 'uz'],
  ["G'alaba", 'ru', 'uz'],
  ['Aqlli', 'ru', 'uz'],
  ['Thanks for the stream', 'ru', 'en'],
  ['A quick quiz', 'ru', 'en'],
  ['Yaxshi', 'uz', 'uz'],
  ['Anna, 5 000 сум: great stream', 'ru', 'ru'],
  ["Nice dog's life, let's go at 5 o'clock", 'ru', 'en'],
  ["Nice dog's life", 'uz', 'en'],
  ["who's there", 'ru', 'en'],
  ['Hello there friends', 'uz', 'en'],
  ['Zor efir boldi aka', 'ru', 'uz'],
  ["Bo'ldi, ketdik", 'ru', 'uz'],
  ['Азиз: 25 000 soʻm. Rahmat katta', 'uz', 'uz'],
  ['Катта рахмат, қизиқ эфир', 'ru', 'uz'],
  ['Қазақстаннан сәлем', 'ru', 'kk'],
  ['Қайырлы таң', 'ru', 'kk'],
  ['Привіт', 'ru', 'ru'],
  ['Anna прислала 5 000 сум', 'ru', 'ru'],
  ['5 000!', 'uz', 'uz'],
  ['😀', 'ru', 'ru'],
] as const)('%s on a page in %s is said in %s', (text, page, language) => {
  expect(languageOf(text, page)).toBe(language);
});
