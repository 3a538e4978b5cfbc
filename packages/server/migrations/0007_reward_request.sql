-- Its place was taken by the index reward_request.
alter table app.reward drop constraint reward_request_key;
