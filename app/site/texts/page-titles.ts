import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SitePage } from './site-pages.ts';

/** The titles of the pages below `/about`, in the order of the footer (docs/rules.md#site-pages). */
export const pageTitles: Readonly<Record<SitePage, MessageDescriptor>> = {
  help: msg`Помощь`,
  fees: msg`Комиссия и выплаты`,
  terms: msg`Условия`,
  privacy: msg`Конфиденциальность`,
  contacts: msg`Контакты`,
};
