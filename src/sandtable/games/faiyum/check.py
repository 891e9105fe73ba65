def check(edition):
    return []
