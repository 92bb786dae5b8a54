import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { SortableList } from '#base/ui/lists/sortable-list.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { Level } from '../level.tsx';
import { LevelForm } from './level-form.tsx';
import classes from './levels-screen.module.css';
import type { OwnLevel } from './own-level.ts';

interface LevelListProps {
  readonly levels: readonly OwnLevel[];
  readonly currency: string;
}

/** The levels in the order in which donors see them. */
export function LevelList({ levels: loaded, currency }: LevelListProps) {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { failure, act } = useAction();
  // The new order, until the server has it.
  const [moved, setMoved] = useState<readonly OwnLevel[] | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [removed, setRemoved] = useState<OwnLevel | null>(null);

  async function order(levels: readonly OwnLevel[]) {
    setMoved(levels);
    await act(() => call('PUT Membership/LevelOrder', { body: { levelIds: levels.map(({ id }) => id) } }));
    await revalidate();
    // Together with what was read, else the old order shows for a moment.
    startTransition(() => setMoved(null));
  }

  async function remove({ id }: OwnLevel) {
    await act(() => call('DELETE Membership/Level', { query: { levelId: id } }));
    setRemoved(null);
    await revalidate();
  }

  return (
    <>
      <SortableList
        items={moved ?? loaded}
        label={t`Уровни`}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onChange={(levels) => void order(levels)}
      >
        {(level) =>
          level.id === edited ? (
            <LevelForm level={level} currency={currency} onClose={() => setEdited(null)} />
          ) : (
            <Stack className={classes.row} gap={8}>
              <Level level={level} currency={currency} />
              <Row className={classes.acts} gap={16} rowGap={4} align="center" size={14}>
                <span>
                  <Plural
                    value={level.members}
                    one="# подписчик"
                    few="# подписчика"
                    many="# подписчиков"
                    other="# подписчика"
                  />
                </span>
                <TextButton onClick={() => setEdited(level.id)}>
                  <Trans>Изменить</Trans>
                </TextButton>
                <TextButton onClick={() => setRemoved(level)}>
                  <Trans>Убрать</Trans>
                </TextButton>
              </Row>
            </Stack>
          )
        }
      </SortableList>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <ConfirmDialog
        isOpen={removed !== null}
        title={<Trans>Убрать уровень «{removed?.name}»</Trans>}
        act={<Trans>Убрать</Trans>}
        onConfirm={() => removed !== null && void remove(removed)}
        onClose={() => setRemoved(null)}
      >
        <Trans>Новые его не увидят. У тех, кто уже на нём, ничего не изменится.</Trans>
      </ConfirmDialog>
    </>
  );
}
