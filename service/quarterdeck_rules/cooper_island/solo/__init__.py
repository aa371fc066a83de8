"""Solo against Cooper: an opponent whom nobody plays.  Rulebook: "Solo Against Cooper".

`setup` brings him in, `turns` lets him act, `cards` are what his action cards are made of, `voyage` sails his ship,
`meetings` are what happens between his side and the seat's, `cleanup` his clean-up.  The variant of random islets is
beside the other islets, one folder up.
"""
