create table placed_order (
  id bigint generated always as identity primary key,
  item varchar(100) not null,
  shipped boolean default false not null
);
