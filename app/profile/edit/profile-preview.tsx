import { displayNameOf } from '#app/creators/public-user.ts';
import { SocialLinks } from '#app/creators/social-links.tsx';
import { useTypeNames } from '#app/creators/type-names.tsx';
import { Ikat, IkatAvatar } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { linkTypeOf } from '../link-type.ts';
import { type ProfileDraft, patternIn, typesIn, valueIn } from '../profile-draft.ts';
import classes from './profile-preview.module.css';

const link = (draft: ProfileDraft, name: Parameters<typeof valueIn>[1]) => {
  const value = valueIn(draft, name);
  return linkTypeOf(value) === null ? null : value;
};

/** The head of the page as it will look once the whole draft is confirmed. */
export function ProfilePreview({ draft }: { readonly draft: ProfileDraft }) {
  const typeNames = useTypeNames();
  const hideFullName = valueIn(draft, 'HideFullName') === 'true';
  const { userName, givenName, surName } = draft;
  const displayName = displayNameOf({ userName, givenName, surName, hideFullName });
  const avatar = valueIn(draft, 'Avatar');
  const banner = valueIn(draft, 'Banner');
  const about = valueIn(draft, 'About');
  const pattern = patternIn(valueIn(draft, 'Pattern'));
  const types = typeNames(typesIn(valueIn(draft, 'UserType')));
  const links = {
    insLink: link(draft, 'InsLink'),
    tgLink: link(draft, 'TgLink'),
    fbLink: link(draft, 'FbLink'),
    youtubeLink: link(draft, 'YoutubeLink'),
    twitchLink: link(draft, 'TwitchLink'),
    twitterLink: link(draft, 'TwitterLink'),
    webLink: link(draft, 'WebLink'),
  };
  return (
    <Text as="article" className={classes.card} card>
      <div className={classes.banner}>
        {banner === '' ? (
          <Ikat userName={userName} pattern={pattern} width={640} height={160} />
        ) : (
          <Picture name={banner} alt="" width={1024} height={256} sizes="(width < 60em) 100vw, 640px" from={512} />
        )}
      </div>
      <Stack className={classes.body} gap={6}>
        <div className={classes.avatar}>
          {avatar === '' ? (
            <IkatAvatar userName={userName} name={displayName} size={72} />
          ) : (
            <Picture name={avatar} alt="" width={72} height={72} sizes="72px" from={64} to={256} />
          )}
        </div>
        <h3 className={classes.name}>{displayName}</h3>
        <Text size={14} dim>
          {[`@${userName}`, ...types].join(' · ')}
        </Text>
        {about !== '' && <p className={classes.about}>{about}</p>}
        <SocialLinks links={links} size="small" />
      </Stack>
    </Text>
  );
}
