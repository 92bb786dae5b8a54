import { Trans } from '@lingui/react/macro';
import type { ShownPost } from '../shown-post.ts';

/** Says, in a post that others do not find, why that is; nothing in one that they do. */
export function HidingWords({ hiding, removedFor, isOwn }: Pick<ShownPost, 'hiding' | 'removedFor' | 'isOwn'>) {
  if (hiding === null) return null;
  return (
    <p>
      {hiding === 'draft' && <Trans>Это черновик: его видите только вы.</Trans>}
      {hiding === 'blocked' && <Trans>Автор заблокирован: его посты видят только сотрудники.</Trans>}
      {hiding === 'removed' &&
        (isOwn ? (
          <Trans>Пост убрал модератор: {removedFor}. Его видите только вы, изменить или удалить его нельзя.</Trans>
        ) : (
          <Trans>Пост убрал модератор: {removedFor}. Его видят только автор и сотрудники.</Trans>
        ))}
    </p>
  );
}
