-- Beside the mark of the current secret key: the key that a rotation leads away from ('rotating'), and earlier keys that are
-- still needed, encrypted under the current one: of the marks of erased people ('marks'), and of notification URLs that
-- merchants may not have replaced at their payment processor yet ('hook <mark>').
alter table app.secret_key drop constraint secret_key_id_check;
alter table app.secret_key add column secret_box bytea;
