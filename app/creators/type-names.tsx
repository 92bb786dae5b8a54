import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { type CreatorTypeId, creatorTypes, isCreatorTypeId } from './creator-types.ts';

const names: Readonly<Record<CreatorTypeId, MessageDescriptor>> = {
  13: msg`Автор`,
  0: msg`Блогер`,
  1: msg`Геймер`,
  2: msg`Артист`,
  3: msg`Стример`,
  4: msg`Музыкант`,
  7: msg`Подкастер`,
  5: msg`Предприниматель`,
  8: msg`Фотограф`,
  9: msg`Писатель`,
  10: msg`Художник`,
  11: msg`Комик`,
  12: msg`Другое`,
};

/** Names of creator types in the language of the page, by id; unknown ids are left out. */
export function useTypeNames(): (ids: readonly number[]) => string[] {
  const { _ } = useLingui();
  return (ids) => ids.filter(isCreatorTypeId).map((id) => _(names[id]));
}

/** All thirteen types with their names, in their usual order. */
export function useAllTypes(): { id: CreatorTypeId; word: string; name: string }[] {
  const { _ } = useLingui();
  return creatorTypes.map(({ id, word }) => ({ id, word, name: _(names[id]) }));
}
