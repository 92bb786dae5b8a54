import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Text } from '#base/ui/layout/parts.tsx';

interface MembersNoteProps {
  readonly userName: string;
  readonly displayName: string;
}

/** Says who may buy a product that is for members alone. */
export function MembersNote({ userName, displayName }: MembersNoteProps) {
  return (
    <Text size={14} dim>
      <Trans>
        Только для подписчиков: купить могут те, кто поддерживает {displayName} каждый месяц.{' '}
        <Link to={`/${userName}`}>Подписаться</Link>
      </Trans>
    </Text>
  );
}
