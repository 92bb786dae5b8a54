import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { GuardedPicture } from '../reading/post-picture.tsx';
import classes from './admin-posts-screen.module.css';

/** The pictures of a post, read once the moderator wants to see them. */
export function AdminPostPictures({ names }: { readonly names: readonly string[] }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <TextButton onClick={() => setOpen(true)}>
        <Plural
          value={names.length}
          one="Показать # картинку"
          few="Показать # картинки"
          many="Показать # картинок"
          other="Показать # картинки"
        />
      </TextButton>
    );
  return (
    <div className={classes.pictures}>
      {names.map((name, at) => (
        <GuardedPicture key={name} name={name} width={256} alt={t`Картинка ${at + 1}`} />
      ))}
    </div>
  );
}
