-- A page whose stream of events has ended is gone at once, not only when it has been silent for long.
alter table widget_source add column left_at timestamptz;

-- A creator's own sounds, as the server has written them anew: mono WAV of a few seconds. A name never gets another sound.
create table alert_sound (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{22}$'),
  project_id uuid not null references project,
  title text not null,
  milliseconds integer not null check (milliseconds > 0),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index alert_sound_project on alert_sound (project_id, created_at);

-- Pictures of alerts.
alter table image drop constraint image_type_check;
alter table image add constraint image_type_check check (type in ('Avatar', 'Banner', 'Product', 'Alert'));

-- More words that a new house masks; a list that an admin has written is left alone.
update donation_settings set stop_words =
  '{блядь,блять,бля,бляд*,хуй,хуе*,хуё*,хуя*,хуйн*,нахуй,похуй,охуе*,пизд*,распизд*,ебат*,ебан*,ебал*,ебуч*,ёбан*,заеб*,выеб*,уеб*,долбоеб*,долбоёб*,пидор*,пидар*,мудак*,мудил*,гандон*,шлюх*,сука,суки,сучка,сучки,сучкой,чурк*,jalab,qotoq*,fuck*,motherfuck*,shit,bullshit,bitch*,cunt*,whore*,asshole*,nigger*,faggot*}'
where stop_words =
  '{блядь,блять,хуй,хуе*,хуё*,хуя*,пизд*,ебат*,ебан*,ебал*,ёбан*,заеб*,выеб*,пидор*,пидар*,мудак*,сука,jalab,fuck*,bitch*,cunt*}';
