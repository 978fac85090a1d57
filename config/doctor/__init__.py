"""What is wrong with this server, in plain words: an app with one command, `manage.py doctor`.

findings      what a look at something found
database      PostgreSQL: reachable, migrated, safe, the same time as here
messages      the broker, the cache, and the workers that listen
work          what workers do: sweeps, feeds, webhooks, mails
machine       the disk, and the certificate that people see
examining     all of them in turn
"""
