-- The code of the tracking cookie that was last evaluated for a person, by the name that the API shows.
alter table app.participant rename column weighed_cookie to cookie_code;
