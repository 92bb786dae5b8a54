import { Trans } from '@lingui/react/macro';

interface SavedWordsProps {
  /** `late`: the answer was lost, and discarding has found that it was saved. */
  readonly outcome: 'saved' | 'late';
  readonly isPublished: boolean;
}

/** What is said of a post once it is saved. */
export function SavedWords({ outcome, isPublished }: SavedWordsProps) {
  if (outcome === 'saved') return isPublished ? <Trans>Пост опубликован</Trans> : <Trans>Черновик сохранён</Trans>;
  return isPublished ? (
    <Trans>Ответ не дошёл, но пост сохранён и опубликован</Trans>
  ) : (
    <Trans>Ответ не дошёл, но черновик сохранён</Trans>
  );
}
