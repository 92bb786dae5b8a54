-- Whether it wants to know of charges that come soon. Apart from `topics`, so that receivers linked before do, too.
alter table notice_receiver add column gets_charges boolean not null default true;

-- Up to which charge, in the order of their moments, donors have been reminded: of a card that will not be valid, and of the charge itself.
create table membership_reminder (
  about text primary key check (about in ('card', 'charge')),
  reached_at timestamptz not null,
  reached_id uuid not null
);
insert into membership_reminder (about, reached_at, reached_id)
  select about, now(), '00000000-0000-0000-0000-000000000000' from unnest(array['card', 'charge']) about;

-- Levels with another price than before, until all members are notified. `reached_id`: the member who was notified last.
create table membership_new_price (
  level_id uuid primary key references membership_level,
  reached_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
