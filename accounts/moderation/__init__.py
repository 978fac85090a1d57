"""Keeping order: who may do what, reports and the cases made of them, sanctions, the audit log.

    roles        who may do what: the one table
    actors       who does it, and whether they may
    granting     making somebody one of the staff
    audit        what was done, by whom and why; never changed
    breaches     what people are reported and sanctioned for
    reports      what players say, with its evidence, and the case that it joins
    priority     which case comes first, and why
    opening      a case that staff opens without a report
    cases        claiming and closing them
    sanctions    imposing, lifting and acknowledging them
    appeals      objections to them, and their answers
    restrictions what sanctions keep an account from

All of it is about accounts. A case names a game by its id and knows nothing else about it;
`games.services.moderation` does.
"""
