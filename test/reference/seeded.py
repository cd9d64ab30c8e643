"""Numbers that are the same wherever and whenever they are drawn, for the scripts beside this one."""


def generator(seed):
    state = seed

    def below(limit):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 8) % limit

    return below
