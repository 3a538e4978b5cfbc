-- The move of a test clock that is under way, in times of that clock: null once what was due has happened.
alter table app.test_clock
  add column moving_from timestamptz,
  add column moving_to timestamptz;
