-- Why credit was redeemed, in the words of the request. It is erased with the request's key.
alter table app.redemption add column reason text;
grant update (reason) on app.redemption to goodword_service;
