import { Link } from 'react-router';
import { IkatAvatar } from '#app/images/ikat.tsx';
import { pictureAddress } from '#app/images/picture-address.ts';
import classes from './person-cell.module.css';

interface PersonCellProps {
  readonly person: { readonly userId: string; readonly userName: string; readonly avatar: string | null };
  readonly size?: number;
}

/** Avatar and user name, linked to the screen of the user in the admin area. */
export function PersonLink({ person, size = 28 }: PersonCellProps) {
  return (
    <Link to={`/admin/user/${person.userId}`} className={classes.person}>
      <Face person={person} size={size} />
      <span>{person.userName}</span>
    </Link>
  );
}

/** A small avatar: the public picture, or the ikat of the user. */
export function Face({ person, size }: PersonCellProps & { readonly size: number }) {
  if (person.avatar === null) return <IkatAvatar userName={person.userName} size={size} />;
  return (
    <img
      className={classes.face}
      src={pictureAddress(person.avatar, 128)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
