-- The tallies of a period are read from the index alone. The key keeps its name, by which tallies are folded.
alter table hour_tally drop constraint hour_tally_pkey;
alter table hour_tally add constraint hour_tally_pkey primary key (kind, hour) include (count, amount);

-- Finds payouts by the last digits of a card.
create index payout_card on payout (state, reverse(card_mask) text_pattern_ops);
